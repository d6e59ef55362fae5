import { tricks } from '../../../book/tricks.ts';

let room = Buffer.allocUnsafeSlow(16 * 1024);
let isFree = true;

/**
 * Memory of the last answer once it is sent, else new memory, which would cost more than some of the
 * writing. Answers are written one at a time.
 */
export function takeBuffer(atMost: number): Buffer {
  if (!isFree || room.length < atMost) room = Buffer.allocUnsafeSlow(Math.max(room.length, atMost));
  isFree = false;
  return room;
}

export function freeBuffer(): void {
  isFree = tricks.buffer;
}
