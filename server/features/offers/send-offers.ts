import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { giveBack } from './slab.ts';

/** Sends what writeOffers wrote. `headers`: names and values by turns, without those of the body. */
export function sendOffers(
  response: ServerResponse,
  status: number,
  headers: readonly string[],
  json: Buffer,
): void {
  // an object of them would be read back into such a list
  response.writeHead(status, [
    ...headers,
    'content-type',
    'application/json; charset=utf-8',
    'content-length',
    String(json.length),
  ]);
  response.end(json);
  if (isWithKernel(response)) giveBack(json);
}

/** Whether all that was written has left: not when the reader is slow, or when another answer goes first. */
function isWithKernel({ socket, writableLength }: ServerResponse): boolean {
  return socket instanceof Socket && writableLength === 0 && socket.writableLength === 0;
}
