let room = Buffer.allocUnsafeSlow(16 * 1024);
let isFree = true;

/**
 * Where an answer of at most so many bytes is written: where the last one was, once nobody reads that any more,
 * since memory of its own for each costs more than a part of what is written into it. One answer is written at
 * a time.
 */
export function takeRoom(atMost: number): Buffer {
  if (!isFree || room.length < atMost) room = Buffer.allocUnsafeSlow(Math.max(room.length, atMost));
  isFree = false;
  return room;
}

/** Nobody reads the last answer any more. */
export function freeRoom(): void {
  isFree = true;
}
