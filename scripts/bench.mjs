// npm run bench: every bench/*.bench.ts, one after the other, or those that are named. The ledger runs where it is named.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { NODE, ROOT, run } from './project.mjs';
import { setUp } from './setup.mjs';

await setUp();
await build();
const browser = await findBrowser();
if (browser) process.env.CHROMIUM_PATH = browser;
const all = readdirSync(join(ROOT, 'bench')).filter((name) => name.endsWith('.bench.ts'));
const named = all.filter((name) => process.argv.includes(name.slice(0, -'.bench.ts'.length)));
const benches = named.length > 0 ? named : all.filter((name) => name !== 'ledger.bench.ts');
for (const bench of benches) {
  const code = await run(NODE, [join('bench', bench), ...process.argv.slice(2)]);
  if (code !== 0) process.exitCode = code;
}
