import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Article } from '#domain/articles/article.ts';
import { currencyPath } from '#domain/pages/address.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { TestDatabase } from '../../testing/database.ts';
import { openRelay } from '../../testing/relay.ts';
import { createSeededDatabase } from '../../testing/seeded.ts';

// needs dist/render, which `npm test` builds
const HTML = 'text/html,application/xhtml+xml,*/*;q=0.8';
const startedAt = new Date();
const UNSERVED = 'ALL';
let clock = startedAt;
let database: TestDatabase;
let server: TestApp;

beforeAll(async () => {
  database = await createSeededDatabase();
  await database.db.deleteFrom('fixings').where('currency_code', '=', UNSERVED).execute();
  server = await startTestApp(database.url, () => clock, { DEMO: 'off' });
  await Promise.all([server.book.loaded, server.blog.loaded]);
});

afterAll(async () => {
  await server.close();
  await database.close();
});

function get(url: string, headers: Record<string, string> = {}, { app } = server) {
  return app.inject({ url, headers: { host: 'localhost', accept: HTML, ...headers } });
}

const attribute = (html: string, pattern: RegExp) => pattern.exec(html)?.[1] ?? '';
const canonicalOf = (html: string) => attribute(html, /<link rel="canonical" href="([^"]*)"/);

// a page of each kind
const HEADINGS = [
  ['/devises/dollar-americain/vendre', 'Changer des dollars des États-Unis en euros'],
  ['/bureaux', 'Les bureaux de change comparés'],
  ['/bureaux/aerochange', 'Aérochange'],
  ['/change', 'Où changer de l’argent'],
  ['/change/lyon-69', 'Changer de l’argent à Lyon'],
  ['/change/aeroport-lys', 'Changer de l’argent à l’aéroport Lyon-Saint-Exupéry'],
  ['/change/villeurbanne-69', 'Changer de l’argent à Villeurbanne'],
  ['/comparer/500-eur-usd/lyon-69', '€ 500 en dollars des États-Unis à Lyon'],
  ['/methode', 'Comment fonctionne le comparateur'],
  ['/mentions-legales', 'Mentions légales'],
  ['/confidentialite', 'Politique de confidentialité'],
  ['/accessibilite', 'Déclaration d’accessibilité'],
  ['/plan-du-site', 'Plan du site'],
  ['/blog', 'Le blog de Parité'],
  ['/blog/devises-non-convertibles', 'Ces devises qui ne sortent pas de leur pays'],
] as const;

describe('a rendered page', () => {
  test.each([
    '/devises',
    '/devises/dollar-americain',
    '/devises/yen-japonais/vendre',
    '/comparer/500-eur-usd',
    '/comparer/300-gbp-eur',
    '/comparer/500-eur-usd/lyon-69',
    '/change',
    '/change/paris-75',
    '/change/aeroport-lys',
    '/bureaux',
    '/methode',
    '/mentions-legales',
    '/confidentialite',
    '/accessibilite',
    '/plan-du-site',
    '/blog',
    '/blog/devises-non-convertibles',
  ])('%s is whole, for everybody, and kept', async (url) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.headers['cache-control']).toMatch(/^public, s-maxage=\d+, stale-while-revalidate=\d+$/);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers.vary).toBe('Accept-Encoding');
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toContain("form-action 'self'");
    expect(policy).not.toMatch(/unsafe|\*|data:|http/);
    expect(answer.body.match(/<h1/g)).toHaveLength(1);
    expect(answer.body).not.toMatch(
      / style="|<script(?! type="application\/ld\+json"| type="module" src="\/assets\/form-[0-9a-f]{6}\.js")/,
    );
    expect(canonicalOf(answer.body)).toBe(`http://localhost:3000${url}`);
    const again = await get(url, { 'if-none-match': String(answer.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const compressed = await get(url, { 'accept-encoding': 'br' });
    expect(compressed.headers['content-encoding']).toBe('br');
    expect(compressed.headers.etag).toBe(answer.headers.etag);
    const range = await get(url, { range: 'bytes=0-9' });
    expect([range.statusCode, range.body]).toEqual([200, answer.body]);
    const head = await server.app.inject({
      method: 'HEAD',
      url,
      headers: { host: 'localhost', accept: HTML },
    });
    expect([head.statusCode, head.body, head.headers]).toEqual([
      200,
      '',
      { ...answer.headers, date: head.headers.date },
    ]);
    expect(compressed.rawPayload.length).toBeLessThan(20_000);
    expect(answer.rawPayload.length).toBeLessThan(100_000);
  });

  test.each(HEADINGS)('%s is headed « %s »', async (url, heading) => {
    const { body } = await get(url);
    const shown = attribute(body, /<h1\b[^>]*>(.*?)<\/h1>/).replaceAll(/<[^>]*>/g, '');
    expect(shown.replaceAll(/\s/g, ' ')).toBe(heading);
  });

  test('the landing page starts its application, and is kept like the others', async () => {
    const answer = await get('/');
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.headers['cache-control']).toMatch(/^public, s-maxage=\d+, stale-while-revalidate=\d+$/);
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toContain("form-action 'self'");
    expect(policy).not.toMatch(/unsafe|\*|data:|http/);
    expect(answer.body.match(/<h1/g)).toHaveLength(1);
    expect(answer.body).not.toMatch(/ style="|<script(?! (type|id|src)=)/);
    const scripts = [...answer.body.matchAll(/<script src="([^"]+)" data-application="([^"]+)"/g)];
    expect(scripts).toHaveLength(1);
    for (const url of scripts[0]?.slice(1) ?? []) expect((await get(url)).statusCode, url).toBe(200);
    expect(canonicalOf(answer.body)).toBe('http://localhost:3000/');
    const again = await get('/', { 'if-none-match': String(answer.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await get('/?utm_source=x')).headers.etag).toBe(answer.headers.etag);
    const compressed = await get('/', { 'accept-encoding': 'br' });
    expect(compressed.rawPayload.length).toBeLessThan(20_000);
    expect(answer.rawPayload.length).toBeLessThan(100_000);
  });

  test('the landing page holds the answers that its application begins with', async () => {
    const { body } = await get('/');
    const data = JSON.parse(attribute(body, /<script id="accueil" type="application\/json">(.*?)<\/script>/));
    const answerOf = async (path: string) =>
      (await get(`/api/public/${path}`, { accept: 'application/json' })).json();
    expect(data).toEqual({
      kind: 'landing',
      currencies: await answerOf('currencies'),
      articles: (await answerOf('blog/articles/banner')).map(
        ({ image_alt, group, sub_topics, subs, ...shown }: Article) => ({
          ...shown,
          subs: subs.map(({ id }) => ({ id })),
        }),
      ),
      bookings: await answerOf('bookings/bureaux'),
    });
    expect(body).toContain(`Chez ${data.bookings.bureaux}\u00a0bureaux, vous réservez ici du début à la fin`);
  });

  test('the amounts and the order are those of the comparison', async () => {
    const { offers, total } = (
      await server.app.inject({
        method: 'POST',
        url: '/api/public/offers',
        headers: { host: 'localhost' },
        payload: { offer: { currency: 'EUR', amount: 500 }, wish: { currency: 'USD' } },
      })
    ).json<{ offers: { company: { name: string }; co_offer: { amount: number } }[]; total: number }>();
    const { body } = await get('/comparer/500-eur-usd');
    const listed = [
      ...body.matchAll(
        /<li class="[^"]*OfferLines_line[^"]*">.*?<a [^>]*>(.*?)<\/a>.*?<strong>\$\u00a0([\d,\u202f]+)</g,
      ),
    ];
    const figures = listed.map(([, name = '', amount = '']) => [
      name.replaceAll('&amp;', '&'),
      Number(amount.replaceAll('\u202f', '').replace(',', '.')),
    ]);
    expect(figures).toEqual(offers.map(({ company, co_offer }) => [company.name, co_offer.amount]));
    expect(body).toContain(`${total}\u00a0bureaux comparés`);
  });

  test('says at which hour a rate was fixed, and never an age', async () => {
    const { body } = await get('/devises/dollar-americain');
    expect(body).toMatch(/fixé (hier )?à\u00a0(\d{1,2}\u00a0h|midi|minuit)/);
    expect(body).not.toContain('il y a');
  });

  test('structured data name the trail and the best rate', async () => {
    const { body } = await get('/devises/dollar-americain');
    const data = JSON.parse(attribute(body, /<script type="application\/ld\+json">(.*?)<\/script>/));
    const [trail, rate] = data['@graph'];
    expect(trail.itemListElement.map(({ item }: { item: string }) => item)).toEqual([
      'http://localhost:3000/',
      'http://localhost:3000/devises',
      'http://localhost:3000/devises/dollar-americain',
    ]);
    expect(rate).toMatchObject({
      '@type': 'ExchangeRateSpecification',
      currency: 'EUR',
      currentExchangeRate: { priceCurrency: 'USD', price: expect.any(Number) },
    });
  });

  test.each([
    ['/bureaux/aerochange', 'FinancialService', ['name', 'url', 'sameAs', 'logo', 'department']],
    ['/change/lyon-69', 'ItemList', ['itemListElement']],
    ['/blog/devises-non-convertibles', 'Article', ['headline', 'datePublished', 'author', 'image']],
  ])('structured data of %s are a %s', async (url, type, names) => {
    const { body } = await get(url);
    const data = JSON.parse(attribute(body, /<script type="application\/ld\+json">(.*?)<\/script>/));
    const [trail, thing] = data['@graph'];
    expect([trail['@type'], thing['@type']]).toEqual(['BreadcrumbList', type]);
    for (const name of names) expect(thing[name], name).toBeTruthy();
    // addresses are absolute
    expect(JSON.stringify(data)).not.toMatch(/"(item|url|@id|logo|image)":"\//);
    const branches = [
      thing.department,
      thing.itemListElement?.map(({ item }: { item: object }) => item),
    ].flat();
    for (const branch of branches.filter(Boolean))
      expect(branch).toMatchObject({ '@type': 'FinancialService', address: { addressCountry: 'FR' } });
  });

  test('changes with a fixing, and its tag with it', async () => {
    const before = await get('/devises/franc-suisse');
    const best = await database.db
      .selectFrom('fixings')
      .where('currency_code', '=', 'CHF')
      .select(['company_id', 'sale'])
      .orderBy('sale', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    await database.db
      .updateTable('fixings')
      .set({ sale: String(Number(best.sale) + 0.0001), updated_at: new Date(startedAt.getTime() + 1000) })
      .where('company_id', '=', best.company_id)
      .where('currency_code', '=', 'CHF')
      .execute();
    await expect
      .poll(async () => (await get('/devises/franc-suisse')).headers.etag)
      .not.toBe(before.headers.etag);
  });

  test('changes with an article, and its tag with it', async () => {
    const path = '/blog/devises-non-convertibles';
    const before = await get(path);
    await database.db
      .updateTable('articles')
      .set({ title: 'Ces monnaies sans voyage' })
      .where('id', '=', 'devises-non-convertibles')
      .execute();
    await expect.poll(async () => (await get(path)).body).toMatch(/<h1 [^>]*>Ces monnaies sans voyage</);
    expect((await get(path)).headers.etag).not.toBe(before.headers.etag);
  });

  test('another day and an older rate are another page', async () => {
    const today = await get('/devises/livre-sterling');
    clock = new Date(startedAt.getTime() + 30 * 3_600_000);
    const tomorrow = await get('/devises/livre-sterling');
    clock = startedAt;
    expect(today.body).not.toContain('à confirmer, fixé');
    expect(tomorrow.body).toContain('à confirmer, fixé');
    expect((await get('/devises/livre-sterling')).headers.etag).toBe(today.headers.etag);
  });
});

describe('addresses', () => {
  test.each([
    ['/devises/', '/devises'],
    ['/DEVISES', '/devises'],
    ['/DEVISES/usd?de=la-lettre', '/devises/usd?de=la-lettre'],
    ['/Devises/Dollar-Am%C3%A9ricain/', '/devises/dollar-americain'],
    ['/devises/usd', '/devises/dollar-americain'],
    ['/devises/JPY/vendre', '/devises/yen-japonais/vendre'],
    ['/comparer/500-EUR-USD?de=la-lettre', '/comparer/500-eur-usd?de=la-lettre'],
    ['/bureaux/', '/bureaux'],
    ['/bureaux/page/1', '/bureaux'],
    ['/Change/Saint-Étienne-42/', '/change/saint-etienne-42'],
    ['/change/aeroport-LYS', '/change/aeroport-lys'],
    ['/change/lyon-3e-arrondissement-69?de=la-lettre', '/change/lyon-69?de=la-lettre'],
    ['/comparer/500-eur-usd/PARIS-15e-arrondissement-75', '/comparer/500-eur-usd/paris-75'],
    ['/comparateur', '/methode'],
    ['/methode/', '/methode'],
    ['/Blog/', '/blog'],
    ['/blog/view/billets-retires?de=la-lettre', '/blog/billets-retires?de=la-lettre'],
  ])('%s leads on to %s', async (url, location) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.headers.location]).toEqual([301, location]);
  });

  test.each([
    '/devises/ducat',
    '/devises/euro',
    '/devises/dollar-americain/acheter',
    '/devises/dollar-americain/vendre/ici',
    '/devises//dollar-americain',
    '//devises/dollar-americain',
    '/comparer/0-eur-usd',
    '/comparer/1.5-eur-usd',
    '/comparer/007-eur-usd',
    '/comparer/500-eur-eur',
    '/comparer/500-gbp-usd',
    '/comparer/10000001-eur-usd',
    '/comparer/99999999999999-eur-usd',
    '/bureaux/inconnu',
    '/bureaux/page/2',
    '/change/page/2',
    '/bureaux/page/9999',
    '/bureaux/page/0',
    '/bureaux/page/deux',
    '/change/lyon',
    '/change/atlantide-99',
    '/change/aeroport-xyz',
    '/change/lyon-69/ici',
    '/comparer/500-eur-usd/atlantide-99',
    '/comparer/500-eur-eur/lyon-69',
    '/blog/inconnu',
    '/blog/view',
    '/blog/view/inconnu',
    '/methode/ici',
    `/devises/${'a'.repeat(400)}`,
    '/DEVISES/%E6%97%A5',
    '/Devises/%E2%82%AC',
    '/BLOG/%D0%B0',
    '/devises/%E6%97%A5',
    `/devises/${'a'.repeat(250)}/historique.csv`,
  ])('%s does not exist: HTML for a browser, JSON for a program', async (url) => {
    const page = await get(url);
    expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    const program = await get(url, { accept: 'application/json' });
    expect([program.statusCode, program.json().code]).toEqual([404, 'not_found']);
  });

  test.each([
    '/devises/%zz',
    '/%',
  ])('%s is badly written: HTML for a browser, JSON for a program', async (url) => {
    const page = await get(url);
    expect([page.statusCode, page.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    const program = await get(url, { accept: 'application/json' });
    expect([program.statusCode, program.json().code]).toEqual([400, 'bad_address']);
  });

  test('a section in other letters is led on for readers alone', async () => {
    const sent = await server.app.inject({ method: 'POST', url: '/DEVISES', headers: { host: 'localhost' } });
    expect([sent.statusCode, sent.json().code]).toEqual([404, 'not_found']);
  });

  test('the back-office has none of them', async () => {
    for (const url of [
      '/devises',
      '/devises/usd',
      '/comparer',
      '/bureaux',
      '/change/lyon-69',
      '/blog',
      '/methode',
      '/sitemap.xml',
    ])
      expect((await get(url, { host: 'backoffice.localhost' })).statusCode, url).toBe(404);
  });

  test('each currency has a page under a slug of its own', async () => {
    const list = (await get('/api/public/currencies')).json<{ code: string }[]>().slice(1);
    expect(list).toHaveLength(152);
    expect(new Set(list.map(({ code }) => currencyPath(code))).size).toBe(152);
    for (const { code } of list) {
      expect(currencyPath(code)).toMatch(/^\/devises\/[a-z]+(-[a-z]+)*$/);
      expect((await get(currencyPath(code))).statusCode, code).toBe(200);
    }
  });
});

describe('what search engines are told', () => {
  test('an amount that is not round, and a currency without an offer, are in no index and no list', async () => {
    expect((await get('/comparer/500-eur-usd')).headers['x-robots-tag']).toBeUndefined();
    expect((await get('/comparer/537-eur-usd')).headers['x-robots-tag']).toBe('noindex');
    const path = currencyPath(UNSERVED);
    const page = await get(path);
    expect([page.statusCode, page.headers['x-robots-tag']]).toEqual([200, 'noindex']);
    expect(page.body).toContain('Aucun des bureaux comparés');
    expect((await get('/devises')).body).not.toContain(`"${path}"`);
    expect((await get('/sitemap-devises.xml')).body).not.toContain(`${path}<`);
  });

  test('robots.txt names the sitemap, whose pages all say when they changed', async () => {
    const robots = await get('/robots.txt');
    expect(robots.body).toBe('User-agent: *\nDisallow:\n\nSitemap: http://localhost:3000/sitemap.xml\n');
    const locations = (xml: string) =>
      [...xml.matchAll(/<loc>http:\/\/localhost:3000([^<]*)<\/loc>/g)].map(([, path]) => path ?? '');
    const index = await get('/sitemap.xml');
    expect(index.headers['content-type']).toBe('application/xml; charset=utf-8');
    const parts = locations(index.body);
    expect(parts.length).toBeGreaterThan(1);
    const xml = (await Promise.all(parts.map((part) => get(part)))).map(({ body }) => body).join('\n');
    const paths = locations(xml);
    expect(paths.length).toBeGreaterThan(100);
    const undated = [...xml.matchAll(/<loc>http:\/\/localhost:3000([^<]*)<\/loc><\/url>/g)].map(
      ([, path]) => path,
    );
    expect(undated.filter((path) => /devises|bureaux|change|blog/.test(path ?? ''))).toEqual([]);
  });

  test('a demonstration says that it is one, and asks to stay out of every index', async () => {
    const demonstration = await startTestApp(database.url, () => clock, { DEMO: 'on' });
    await Promise.all([demonstration.book.loaded, demonstration.blog.loaded]);
    for (const url of [
      '/devises',
      '/devises/dollar-americain',
      '/images/currencies/USD.png',
      '/robots.txt',
    ]) {
      expect((await get(url, {}, demonstration)).headers['x-robots-tag'], url).toBe('noindex');
    }
    for (const [url] of [['/devises'], ...HEADINGS]) {
      const { body } = await get(url, {}, demonstration);
      expect(body, url).toContain('Démonstration : bureaux fictifs');
    }
    await demonstration.close();
  });
});

test('the blog has a feed that its pages name', async () => {
  const { body } = await get('/blog');
  expect(attribute(body, /<link rel="alternate" type="application\/atom\+xml"[^>]* href="([^"]*)"/)).toBe(
    '/blog/atom.xml',
  );
  const feed = await get('/blog/atom.xml');
  expect([feed.statusCode, feed.headers['content-type']]).toEqual([
    200,
    'application/atom+xml; charset=utf-8',
  ]);
  const links = [...feed.body.matchAll(/<entry>.*?<link rel="alternate" type="text\/html" href="([^"]*)"/gs)];
  expect(links.length).toBeGreaterThan(7);
  for (const [, link = ''] of links)
    expect([link, (await get(link.replace('http://localhost:3000', ''))).statusCode]).toEqual([link, 200]);
});

describe('the form', () => {
  test.each([
    ['montant=500&sens=achat&devise=USD', '/comparer/500-eur-usd'],
    ['montant=1%20000,00%20%E2%82%AC&sens=achat&devise=jpy', '/comparer/1000-eur-jpy'],
    ['montant=300&sens=vente&devise=GBP', '/comparer/300-gbp-eur'],
    ['montant=500&sens=achat&devise=USD&lieu=lyon-69', '/comparer/500-eur-usd/lyon-69'],
    ['montant=500&sens=achat&devise=USD&lieu=ailleurs', '/comparer/500-eur-usd'],
  ])('%s leads to %s', async (query, location) => {
    const answer = await get(`/comparer?${query}`);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, location]);
  });

  test.each([
    ['montant=&sens=achat&devise=USD', 'Indiquez un montant entier'],
    ['montant=12,5&sens=achat&devise=USD', 'Indiquez un montant entier'],
    ['montant=-3&sens=achat&devise=USD', 'Indiquez un montant entier'],
    ['montant=20000000&sens=achat&devise=USD', 'Le montant doit être d’au plus'],
    ['montant=%3Cscript%3E&devise=USD', 'Indiquez un montant entier'],
    ['montant=1&montant=2&devise=USD', 'Indiquez un montant entier'],
  ])('%s is answered with what is wrong', async (query, problem) => {
    const answer = await get(`/comparer?${query}`);
    expect([answer.statusCode, answer.headers['x-robots-tag']]).toEqual([400, 'noindex']);
    expect(answer.body).toContain(problem);
    expect(answer.body).not.toContain('<script>');
  });

  test('the empty form is a page', async () => {
    const answer = await get('/comparer');
    expect([answer.statusCode, answer.headers['x-robots-tag']]).toEqual([200, 'noindex']);
    expect(answer.body).toContain('<form');
  });
});

describe('limits', () => {
  test('invented pages past the limit of a network answer 429, the others and kept ones do not', async () => {
    const ask = (url: string, accept = HTML) =>
      server.app.inject({ url, remoteAddress: '203.0.113.7', headers: { host: 'localhost', accept } });
    const statuses = new Set<number>();
    let amount = 2001;
    for (; !statuses.has(429) && amount < 2201; amount += 1)
      statuses.add((await ask(`/comparer/${amount}-eur-usd`)).statusCode);
    expect([...statuses]).toEqual([200, 429]);
    const page = await ask('/comparer/9001-eur-usd');
    expect([page.statusCode, page.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
    expect(Number(page.headers['retry-after'])).toBeGreaterThan(0);
    const program = await ask('/comparer/9001-eur-usd', 'application/json');
    expect([program.statusCode, program.json().code]).toEqual([429, 'too_many_requests']);
    expect((await ask('/comparer/2001-eur-usd')).statusCode).toBe(200);
    expect((await ask('/devises/dollar-canadien')).statusCode).toBe(200);
    expect((await get('/comparer/9001-eur-usd')).statusCode).toBe(200);
    for (const url of ['/comparer', '/comparer/5000-eur-usd', '/comparer/200-usd-eur'])
      expect([url, (await ask(url)).statusCode]).toEqual([url, 200]);
    expect((await ask('/comparer?montant=x')).statusCode).toBe(429);
  });

  test('the networks of one customer together cannot take the renderings of all', async () => {
    clock = new Date(clock.getTime() + 61_000);
    let amount = 3001;
    const ask = async (network: number, count: number) => {
      const statuses: number[] = [];
      for (let i = 0; i < count; i += 1) {
        const { statusCode } = await server.app.inject({
          url: `/comparer/${amount++}-eur-usd`,
          remoteAddress: `2001:db8:7:${network.toString(16)}::1`,
          headers: { host: 'localhost', accept: HTML },
        });
        statuses.push(statusCode);
      }
      return statuses.filter((status) => status === 200).length;
    };
    expect([await ask(1, 61), await ask(2, 61), await ask(3, 2)]).toEqual([60, 60, 0]);
    expect([await ask(0x100, 61), await ask(0x200, 2)]).toEqual([60, 0]);
    expect((await get(`/comparer/${amount}-eur-usd`)).statusCode).toBe(200);
    clock = startedAt;
  });
});

describe('companies', () => {
  test('each company of the list has a page with its rates, its branches and their hours', async () => {
    const { body } = await get('/bureaux');
    const paths = [...body.matchAll(/href="(\/bureaux\/[^"]+)"/g)].map(([, path]) => path ?? '');
    expect(paths.length).toBeGreaterThan(9);
    const pages = await Promise.all(paths.map((path) => get(path)));
    for (const [i, page] of pages.entries()) expect([paths[i], page.statusCode]).toEqual([paths[i], 200]);
    const all = pages.map((page) => page.body).join('');
    expect(all).toMatch(/<caption|<th scope="row">/);
    expect(all).toContain('Lundi');
    expect(all).toMatch(/fixé (hier )?à/);
  });
});

describe('places', () => {
  test('the offers near a place and their order are those of the comparison', async () => {
    const [place] = (await get('/api/public/places?code=69123')).json<{ lat: number; lon: number }[]>();
    const { offers } = (
      await server.app.inject({
        method: 'POST',
        url: '/api/public/offers',
        headers: { host: 'localhost' },
        payload: {
          offer: { currency: 'EUR', amount: 500 },
          wish: { currency: 'USD' },
          near: { lat: place?.lat, lon: place?.lon },
        },
      })
    ).json<{ offers: { company: { name: string }; branch: { name: string } }[] }>();
    const { body } = await get('/comparer/500-eur-usd/lyon-69');
    const listed = [
      ...body.matchAll(/<li class="[^"]*OfferLines_line[^"]*">.*?<a [^>]*>(.*?)<\/a>, (.*?) à/g),
    ];
    expect(listed.map(([, name = '', branch]) => [name.replaceAll('&amp;', '&'), branch])).toEqual(
      offers.map(({ company, branch }) => [company.name, branch.name]),
    );
    expect(offers.length).toBeGreaterThan(1);
  });

  test('each place of the list has a page with its branches, a map and the best rates', async () => {
    const { body } = await get('/change');
    const paths = [...body.matchAll(/href="(\/change\/[^"]+)"/g)].map(([, path]) => path ?? '');
    expect(paths).toEqual(
      expect.arrayContaining(['/change/paris-75', '/change/lyon-69', '/change/aeroport-cdg']),
    );
    const map = await get('/plan-du-site');
    const sitemap = await get('/sitemap-lieux.xml');
    for (const path of paths) {
      const page = await get(path);
      expect([path, page.statusCode, page.headers['x-robots-tag']]).toEqual([path, 200, undefined]);
      expect(page.body).toContain('<ol class="BranchLine_list">');
      expect(page.body).toMatch(/<svg[^>]*class="BranchMap_window"/);
      expect(map.body).toContain(`href="${path}"`);
      expect(sitemap.body).toContain(`${path}</loc><lastmod>`);
    }
  });

  test('a commune without a branch answers, is in no index, and names the nearest ones', async () => {
    for (const path of ['/change/villeurbanne-69', '/comparer/500-eur-usd/guerande-44']) {
      const page = await get(path);
      expect([path, page.statusCode, page.headers['x-robots-tag']]).toEqual([path, 200, 'noindex']);
    }
    const { body } = await get('/change/villeurbanne-69');
    expect(body).toMatch(/href="\/change\/lyon-69">Lyon, à/);
    expect((await get('/sitemap-lieux.xml')).body).not.toContain('villeurbanne');
    expect((await get('/change')).body).not.toContain('villeurbanne');
  });

  test('invented places are bounded by network, those with a branch are not', async () => {
    const ask = async (url: string) =>
      (await server.app.inject({ url, remoteAddress: '203.0.114.9', headers: { host: 'localhost' } }))
        .statusCode;
    const statuses = new Set<number>();
    for (let amount = 1001; !statuses.has(429) && amount < 1201; amount += 1)
      statuses.add(await ask(`/comparer/${amount}-eur-usd/lyon-69`));
    expect([...statuses]).toEqual([200, 429]);
    expect(await ask('/change/guerande-44')).toBe(429);
    expect(await ask('/comparer/500-eur-zmw/lyon-69')).toBe(429);
    for (const url of ['/change/nice-06', '/comparer/500-eur-usd/nice-06', '/change'])
      expect([url, await ask(url)]).toEqual([url, 200]);
  });
});

test('without the database pages answer from memory, those not asked for before too', async () => {
  const relay = await openRelay(database.url);
  const alone = await startTestApp(relay.url, () => clock);
  await Promise.all([alone.book.loaded, alone.blog.loaded]);
  const list = await get('/bureaux', {}, alone);
  const [known = '', unknown = ''] = [...list.body.matchAll(/href="(\/bureaux\/[^"]+)"/g)].map(
    ([, path]) => path ?? '',
  );
  expect((await get(known, {}, alone)).body).toContain('Lundi');
  const booked = /Chez \d+\sbureaux, vous réservez ici/;
  expect((await get('/', {}, alone)).body).toMatch(booked);
  await relay.cut();
  // time after which counts are read again
  clock = new Date(clock.getTime() + 11_000);
  expect((await get('/', {}, alone)).body).toMatch(booked);
  for (const url of [
    '/devises',
    '/devises/dollar-americain',
    '/comparer/700-eur-usd',
    unknown,
    '/sitemap.xml',
  ])
    expect([url, (await get(url, {}, alone)).statusCode]).toEqual([url, 200]);
  expect((await get(known, {}, alone)).body).toContain('Lundi');
  expect((await get(unknown, {}, alone)).body).not.toMatch(/autorisation|Lundi/i);
  await relay.mend();
  await expect
    .poll(
      async () => {
        clock = new Date(clock.getTime() + 31_000);
        return (await get(unknown, {}, alone)).body;
      },
      { timeout: 10_000, interval: 300 },
    )
    .toMatch(/autorisation.*Lundi/is);
  clock = startedAt;
  await alone.close();
  await relay.close();
});
