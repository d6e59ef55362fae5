/**
 * Every screen of the administration at 10,000 bureaux and 30,000 users, each opened in a new tab of a real
 * browser: how long the server's answers are waited for, and how long the page's script computes.
 */
import { loadavg } from 'node:os';
import { type BrowserContext, chromium } from '@playwright/test';
import { ADMINISTRATOR_SESSION, addBranches, addMarket, addPast } from './market.ts';
import { Meter, NEXT_FRAME, QUIET } from './meter.ts';
import { Servers } from './servers.ts';

const RUNS = Number(process.env.BENCH_ROUNDS ?? 5);
const BUREAUX = 10_000;
const CURRENCIES = 20;
const AIM_MS = 250;

/** Where each is, and the last thing that it draws. */
const SCREENS: Readonly<Record<string, [address: string, last: string]>> = {
  Bureaux: ['/sittings', 'tbody tr:nth-child(50)'],
  'Bureaux, last page': ['/sittings?page=100', 'tbody tr:nth-child(50)'],
  'Bureaux, a search': ['/sittings?recherche=bureau+77', 'tbody tr:nth-child(50)'],
  'Bureaux, nothing found': ['/sittings?recherche=rien+de+tel', 'main p'],
  'A bureau': ['/sittings/bureaux/5000', 'tbody tr:nth-child(2)'],
  'A new bureau': ['/sittings/bureaux/nouveau', 'form button'],
  'Sans bureau': ['/sittings/utilisateurs', 'tbody tr:nth-child(50)'],
  'Sans bureau, last page': ['/sittings/utilisateurs?page=11', 'tbody tr'],
  'Users, a search': ['/sittings/utilisateurs?recherche=dupont', 'tbody tr:nth-child(50)'],
  'A user': ['/sittings/utilisateurs/15000', 'form button'],
  'A new user': ['/sittings/utilisateurs/nouveau', 'form button'],
  Journal: ['/sittings/journal', 'tbody tr:nth-child(100)'],
  'Journal of security': ['/sittings/securite', 'tbody tr:nth-child(50)'],
  'Branches of a bureau': ['/sittings/bureaux/5000/agences', 'tbody tr:nth-child(3)'],
  'Branches, a table': ['/sittings/bureaux/5000/agences/tableau', 'main textarea, main input'],
  'Flux des taux': ['/sittings/flux', 'main h2'],
  'Taux de change': ['/fixings', 'tbody tr:nth-child(100)'],
  'History of all': ['/fixings/historique', 'tbody tr:nth-child(50)'],
};

/** The time during which at least one answer was waited for: what ran side by side counts once. */
const ANSWERED = `(() => {
  const calls = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/'));
  let waited = 0, until = 0;
  for (const { requestStart, responseEnd } of calls.sort((a, b) => a.requestStart - b.requestStart)) {
    waited += Math.max(0, responseEnd - Math.max(requestStart, until));
    until = Math.max(until, responseEnd);
  }
  return waited;
})()`;

type Opening = { server: number; script: number; drawn: number };

// first: where it is missing, no database is left behind
const browser = await chromium.launch({
  args: QUIET,
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
});
const servers = await Servers.open();
try {
  const fill = (db: Parameters<typeof addPast>[0]) =>
    addMarket(db, BUREAUX, CURRENCIES)
      .then(() => addBranches(db))
      .then(() => addPast(db));
  const { port } = await servers.parite('administration', fill, {});
  const url = `http://backoffice.localhost:${port}`;
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'fr-FR' });
  const value = ADMINISTRATOR_SESSION;
  await context.addCookies([{ name: 'session', value, url, httpOnly: true }]);
  console.log(
    `\nEvery screen of the administration, 10,000 bureaux and 30,000 users (medians, ms; load average ${loadavg()[0]?.toFixed(1)})\n`,
  );
  console.log(line('', 'server', 'script', 'together', 'least', 'worst', 'style, layout'));
  const slow: string[] = [];
  for (const [name, [address, last]] of Object.entries(SCREENS)) {
    const openings: Opening[] = [];
    for (let run = 0; run <= RUNS; run++) {
      const opening = await openScreen(context, `${url}/#${address}`, last);
      // the first fills the caches
      if (run > 0) openings.push(opening);
    }
    const together = openings.map(({ server, script }) => server + script);
    const figures = [
      median(openings.map(({ server }) => server)),
      median(openings.map(({ script }) => script)),
      median(together),
      Math.min(...together),
      Math.max(...together),
      median(openings.map(({ drawn }) => drawn)),
    ];
    console.log(line(name, ...figures.map((figure) => figure.toFixed(0))));
    if (median(together) > AIM_MS) slow.push(name);
  }
  console.log(
    `\n  together: aim ${AIM_MS} or less; ${slow.length === 0 ? 'all hold' : `over it: ${slow.join(', ')}`}`,
  );
} finally {
  await browser.close();
  await servers.closeAll();
}

async function openScreen(context: BrowserContext, address: string, last: string): Promise<Opening> {
  const page = await context.newPage();
  const meter = await Meter.on(page);
  await page.goto(address);
  await page.locator(last).first().waitFor();
  await page.evaluate(NEXT_FRAME);
  const { script, style, layout } = await meter.read();
  const server = await page.evaluate<number>(ANSWERED);
  await page.close();
  return { server, script, drawn: style + layout };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

function line(name: string, ...cells: string[]): string {
  return `  ${name.padEnd(24)}${cells.map((cell) => cell.padStart(15)).join('')}`;
}
