// Cuts the two families down to what French pages show: Latin-1 and what French adds, the weights of the styles.
// The page of the proxy gets its own letters alone.
// Run by hand after a new version of a family or a new weight: node scripts/fonts/subset.mjs
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
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
// page of the proxy, which holds its own letters, and the file that names the hash of its style
const AWAY = join(ROOT, 'deploy/caddy/pages/away.html');
const CADDYFILE = join(ROOT, 'deploy/caddy/Caddyfile');

const LATIN_1 = [range(0x20, 0x7e), range(0xa0, 0xff)].flat();
const TEXT = `${String.fromCodePoint(...LATIN_1)}ŒœŸ\u202f‘’‚“”„–—…•‰‹›€™−≈≠≤≥←→↑↓`;
// figures of one width for the tables; without 'calt', which is a quarter of Inter
const FEATURES = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'liga', 'tnum'];

// a tool of this script alone: the project does not depend on it
const folder = await mkdtemp(join(tmpdir(), 'fonts-'));
try {
  await promisify(execFile)('npm', ['install', '--prefix', folder, '--no-save', 'subset-font@2.9.0']);
  const subsetFont = createRequire(join(folder, 'index.js'))('subset-font');
  let away = await readFile(AWAY, 'utf8');
  const letters = [...new Set(away.slice(away.indexOf('<body>')))].join('');
  for (const [family, wght] of Object.entries(FAMILIES)) {
    const source = join(ROOT, 'node_modules/@fontsource-variable', family);
    const whole = await readFile(join(source, `files/${family}-latin-wght-normal.woff2`));
    const options = { targetFormat: 'woff2', keepFeatures: FEATURES, variationAxes: { wght } };
    const cut = await subsetFont(whole, TEXT, options);
    await writeFile(join(MADE, `${family}.woff2`), cut);
    await copyFile(join(source, 'LICENSE'), join(MADE, `${family}-LICENSE.txt`));
    const own = await subsetFont(whole, letters, options);
    const place = new RegExp(`(font-family: "${family.replace('-', ' ')} variable";[^}]*base64,)[^"]*`, 'i');
    away = away.replace(place, (_all, before) => before + own.toString('base64'));
    console.log(`${family}: ${whole.length} bytes, ${cut.length} left, ${own.length} on the proxy's page`);
  }
  await writeFile(AWAY, away);
  const [, style = ''] = /<style>(.*)<\/style>/s.exec(away) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  const caddyfile = await readFile(CADDYFILE, 'utf8');
  await writeFile(CADDYFILE, caddyfile.replace(/style-src 'sha256-[^']*'/, `style-src 'sha256-${hash}'`));
} finally {
  await rm(folder, { recursive: true });
}

function range(first, last) {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
