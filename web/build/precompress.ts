import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(html|js|css|svg|json|txt|webmanifest)$/;
const SMALLEST = 256;
const MODES = [constants.BROTLI_MODE_TEXT, constants.BROTLI_MODE_FONT];

export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir;
    },
    async closeBundle() {
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        if (entry.isFile() && TEXT.test(entry.name)) await compress(join(entry.parentPath, entry.name));
      }
    },
  };
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length <= SMALLEST) return;
  const tried = await Promise.all(MODES.map((mode) => packed(bytes, mode)));
  const [smallest = bytes] = tried.sort((a, b) => a.length - b.length);
  await writeFile(`${path}.br`, smallest);
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}

function packed(bytes: Buffer, mode: number): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_MODE]: mode,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return promisify(brotliCompress)(bytes, { params });
}
