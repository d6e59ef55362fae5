let room = Buffer.allocUnsafeSlow(16 * 1024);
let isFree = true;

/**
 * Memory for an answer of at most so many bytes: that of the last answer if nobody reads it any more, else new memory.
 * New memory for each answer would cost more than writing some of its parts. One answer is written at a time.
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
