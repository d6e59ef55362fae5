/**
 * Lighthouse as on a phone, on the production build over bureaux without a mark of the demonstration and with DEMO=off: the
 * median of 3 runs (BENCH_RUNS) for each kind of page (BENCH_PAGES=ville,bureau for some); and the script that the landing
 * page loads before anything is touched.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { launch } from 'chrome-launcher';
import lighthouse, { type Flags } from 'lighthouse';
import { reap } from '../server/testing/reaper.ts';
import { Servers } from './servers.ts';
import { fillTown } from './town.ts';

const RUNS = Number(process.env.BENCH_RUNS ?? 3);
const PAGES: Readonly<Record<string, string>> = {
  accueil: '/',
  devises: '/devises',
  devise: '/devises/dollar-americain',
  'devise sur un an': '/devises/yen-japonais?periode=1-an',
  'devise à vendre': '/devises/livre-sterling/vendre',
  comparaison: '/comparer/500-eur-usd',
  'comparaison à Lyon': '/comparer/500-eur-usd/lyon-69',
  bureaux: '/bureaux',
  bureau: '/bureaux/astrolabe',
  lieux: '/change',
  ville: '/change/lyon-69',
  aéroport: '/change/aeroport-lys',
  blog: '/blog',
  article: '/blog/taux-intermediaire',
  méthode: '/methode',
  mentions: '/mentions-legales',
  confidentialité: '/confidentialite',
  accessibilité: '/accessibilite',
  plan: '/plan-du-site',
};
const named = process.env.BENCH_PAGES?.split(',');
const AIMS: Readonly<Record<string, number>> = { performance: 98 };
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
  const { url } = await servers.parite('bench_site', fillTown, { DEMO: 'off' });
  console.log(`\nLighthouse, mobile, median of ${RUNS} (the client shares the machine)\n`);
  console.log(
    ' '.repeat(19) + [...CATEGORIES, ...Object.values(METRICS)].map((cell) => cell.padStart(15)).join(''),
  );
  console.log(
    `${' '.repeat(19)}${CATEGORIES.map((category) => `aim ${AIMS[category] ?? 100}`.padStart(15)).join('')}`,
  );
  for (const [name, path] of Object.entries(PAGES))
    if (!named || named.includes(name)) await measure(name, url + path);
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
  const under = CATEGORIES.filter((category, i) => Math.round(median?.[i] ?? 0) < (AIMS[category] ?? 100));
  const line = [name.padEnd(19), ...cells.map((cell) => cell.padStart(15))].join('');
  console.log(under.length === 0 ? line : `${line}   under its aim: ${under.join(', ')}`);
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
