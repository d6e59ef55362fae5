// Cuts the two families down to what French pages show: Latin-1 and what French adds, the weights of the styles.
// Run by hand after a new version of a family or a new weight: node scripts/fonts/subset.mjs
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');
const MADE = join(ROOT, 'web/shared/fonts');
const FAMILIES = {
  inter: { min: 400, max: 700, default: 400 },
  'bricolage-grotesque': { min: 700, max: 800, default: 700 },
};

const LATIN_1 = [range(0x20, 0x7e), range(0xa0, 0xff)].flat();
const TEXT = `${String.fromCodePoint(...LATIN_1)}ŒœŸ\u202f‘’‚“”„–—…•‰‹›€™−≈≠≤≥←→↑↓`;
// figures of one width for the tables; without 'calt', which is a quarter of Inter
const FEATURES = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'liga', 'tnum'];

// a tool of this script alone: the project does not depend on it
const folder = await mkdtemp(join(tmpdir(), 'fonts-'));
try {
  await promisify(execFile)('npm', ['install', '--prefix', folder, '--no-save', 'subset-font@2.9.0']);
  const subsetFont = createRequire(join(folder, 'index.js'))('subset-font');
  for (const [family, wght] of Object.entries(FAMILIES)) {
    const source = join(ROOT, 'node_modules/@fontsource-variable', family);
    const whole = await readFile(join(source, `files/${family}-latin-wght-normal.woff2`));
    const options = { targetFormat: 'woff2', keepFeatures: FEATURES, variationAxes: { wght } };
    const cut = await subsetFont(whole, TEXT, options);
    await writeFile(join(MADE, `${family}.woff2`), cut);
    await copyFile(join(source, 'LICENSE'), join(MADE, `${family}-LICENSE.txt`));
    console.log(`${family}: ${whole.length} bytes, ${cut.length} left`);
  }
} finally {
  await rm(folder, { recursive: true });
}

function range(first, last) {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
