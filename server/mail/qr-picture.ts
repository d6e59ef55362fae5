import { crc32, deflateSync } from 'node:zlib';
import { encode } from 'uqr';

/** Pixels a module. Some 30 modules make a picture that a camera reads from a screen. */
const MODULE = 8;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function qrPicture(text: string): Buffer {
  const { size, data } = encode(text, { border: 4 });
  const side = size * MODULE;
  const row = (modules: readonly boolean[]) => {
    // no filter, then white
    const bytes = Buffer.alloc(1 + Math.ceil(side / 8), 0xff);
    bytes[0] = 0;
    // a module is a byte wide
    for (const [x, isDark] of modules.entries()) if (isDark) bytes[1 + x] = 0;
    return bytes;
  };
  const rows = data.flatMap((modules) => Array.from({ length: MODULE }, () => row(modules)));
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  // 1 bit a pixel, grey
  head[8] = 1;
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'ascii'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
