/**
 * Lighthouse as on a phone, on the production build over the demonstration data: the median of 3 runs for the
 * landing page, the blog and an article; and the script that the landing page loads before anything is touched.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { launch } from 'chrome-launcher';
import lighthouse, { type Flags } from 'lighthouse';
import { seedDemo } from '../server/seed/seed.ts';
import { reap } from '../server/testing/reaper.ts';
import { Servers } from './servers.ts';

const RUNS = Number(process.env.BENCH_RUNS ?? 3);
const PAGES = { landing: '/', blog: '/#/blog', article: '/#/blog/view/taux-intermediaire' };
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const METRICS = {
  'first-contentful-paint': 'FCP',
  'largest-contentful-paint': 'LCP',
  'total-blocking-time': 'TBT',
  'cumulative-layout-shift': 'CLS',
} as const;
const QUIET = [
  '--headless=new',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const servers = await Servers.open();
const chromePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const chromeFlags = process.getuid?.() === 0 ? ['--no-sandbox', ...QUIET] : QUIET;
try {
  const { url } = await servers.parite(
    'bench_site',
    (db) => seedDemo(db, { now: new Date(), demoPassword: 'parite-demo-2026' }).then(() => undefined),
    {},
  );
  console.log(`\nLighthouse, mobile, median of ${RUNS} (the client shares the machine)\n`);
  console.log(['', ...CATEGORIES, ...Object.values(METRICS)].map((cell) => cell.padStart(15)).join(''));
  for (const [name, hash] of Object.entries(PAGES)) await measure(name, url + hash);
  await printScript();
} finally {
  await servers.closeAll();
}

async function measure(name: string, url: string): Promise<void> {
  const results: number[][] = [];
  for (let run = 0; run < RUNS; run++) {
    const chrome = await launch({ chromePath, chromeFlags });
    reap(chrome.process);
    const flags: Flags = { port: chrome.port, logLevel: 'silent', onlyCategories: [...CATEGORIES] };
    const result = await lighthouse(url, flags).finally(() => chrome.kill());
    if (!result) throw new Error(`Lighthouse gave nothing for ${url}`);
    const { categories, audits } = result.lhr;
    results.push([
      ...CATEGORIES.map((category) => (categories[category]?.score ?? 0) * 100),
      ...Object.keys(METRICS).map((audit) => audits[audit]?.numericValue ?? Number.NaN),
    ]);
    for (const category of CATEGORIES) {
      for (const { id } of categories[category]?.auditRefs ?? []) {
        const { score = null, title = '' } = audits[id] ?? {};
        if (category !== 'performance' && score !== null && score < 1) console.log(`  ${name}: ${title}`);
      }
    }
  }
  const median = results[0]?.map(
    (_, i) => results.map((r) => r[i] ?? 0).sort((a, b) => a - b)[RUNS >> 1] ?? 0,
  );
  const cells = (median ?? []).map((value, i) => {
    if (i < CATEGORIES.length) return value.toFixed(0);
    return i === results[0]?.length ? '' : value > 1 ? `${value.toFixed(0)} ms` : value.toFixed(3);
  });
  console.log([name, ...cells].map((cell) => cell.padStart(15)).join(''));
}

/** The scripts that index.html asks for by itself; the others come once a person touches the page or a part is seen. */
async function printScript(): Promise<void> {
  const site = path.join(import.meta.dirname, '../dist/site');
  const page = await readFile(path.join(site, 'index.html'), 'utf8');
  const files = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file = '']) => file);
  let bytes = 0;
  for (const file of files) bytes += brotliCompressSync(await readFile(path.join(site, file))).length;
  console.log(
    `\n  landing script before the first interaction: ${(bytes / 1000).toFixed(1)} kB brotli   aim: 97 or less`,
  );
}
