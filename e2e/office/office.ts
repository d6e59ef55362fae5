import { createHash, randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import type pg from 'pg';
import { agentScopes } from '#domain/iam/presets.ts';
import { tokenOf } from '#server/features/passwords/password-links.ts';
import { test as base } from '../fixtures.ts';

export { expect };

export const PASSWORD = 'parite-demo-2026';

export type Account = {
  id: number;
  mail: string;
  name: string;
  company: { id: number; name: string } | null;
};
type NewAccount = {
  scopes?: readonly string[];
  /** an own bureau, unless there is one to join or none at all */
  company?: Account['company'];
  // of its own bureau: opens in place of the grid of 152 currencies, which takes thrice as long
  sheet?: readonly string[];
  img?: string;
  status?: 'in_service' | 'in_interim' | 'awaiting_password';
};

type Fixtures = {
  /** Opens an account of the test's own, so that tests share no rows. */
  open: (account?: NewAccount) => Promise<Account>;
  /** Opens a page of the back-office for a user who is logged in: the login's own screen is tested apart. */
  enter: (mail: string, path?: string) => Promise<void>;
};

/** A test of the back-office: on its host, with accounts and bureaux of its own. */
export const test = base.extend<Fixtures>({
  baseURL: async ({ baseURL }, use) => use(officeUrl(baseURL)),
  // a browser says by itself that the first page found no session
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are asked for here
  expectedProblems: async ({}, use) => use([/status of 401 \(Unauthorized\)/]),
  open: async ({ db }, use) => {
    const bureaux: number[] = [];
    await use(async (account) => {
      const one = await openAccount(db, account);
      if (account?.company === undefined && one.company) bureaux.push(one.company.id);
      if (account?.sheet) await makeSheet(db, one, account.sheet);
      return one;
    });
    // tests of travellers are not to meet it among the offers
    if (bureaux.length > 0) {
      await db.query('UPDATE companies SET suspended_at = now() WHERE id = ANY ($1)', [bureaux]);
    }
  },
  enter: async ({ db, page, baseURL }, use) =>
    use(async (mail, path = '/fixings') => {
      const value = await openSession(db, mail);
      await page.context().addCookies([{ name: 'session', value, url: baseURL ?? '', httpOnly: true }]);
      // a page that is open stays with its user until it is left
      if (page.url() !== 'about:blank') await page.goto('about:blank');
      await page.goto(`/#${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }),
});

/** The same port on the other host. */
function officeUrl(siteUrl: string | undefined): string {
  return (siteUrl ?? '').replace('localhost', 'backoffice.localhost');
}

async function openAccount(db: pg.Pool, account: NewAccount = {}): Promise<Account> {
  const { scopes = agentScopes, img = '', status = 'in_service' } = account;
  const company = account.company === undefined ? await openBureau(db) : account.company;
  const name = `Essai-${randomBytes(5).toString('hex')}`;
  const mail = `${name.toLowerCase()}@essai.example`;
  const { rows } = await db.query<{ id: number }>(
    `INSERT INTO users (company_id, mail, name, surname, phone, img, role, status, password_hash)
     SELECT $1, $2, $3, 'Dupont', '01 99 00 00 00', $4, 'agent', $5,
       CASE WHEN $5 = 'awaiting_password' THEN NULL ELSE password_hash END
     FROM users WHERE mail = 'agent@parite.example' RETURNING id`,
    [company?.id ?? null, mail, name, img, status],
  );
  const id = rows[0]?.id ?? 0;
  await db.query('INSERT INTO user_scopes (user_id, scope) SELECT $1, unnest($2::text[])', [id, scopes]);
  return { id, mail, name, company };
}

/** Gives the token that a browser shows, of which the database keeps the hash alone. */
async function openSession(db: pg.Pool, mail: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.query(
    `INSERT INTO sessions (token_hash, user_id, created_at, last_used_at)
     SELECT $1, id, now(), now() FROM users WHERE mail = $2`,
    [createHash('sha256').update(token).digest(), mail],
  );
  return token;
}

// Sheet of a bureau, in this order.
export async function makeSheet(db: pg.Pool, { company }: Account, codes: readonly string[]): Promise<void> {
  await db.query(`INSERT INTO sheets (company_id, quote_unit, made_at) VALUES ($1, 'per_base', now())`, [
    company?.id,
  ]);
  await db.query(
    `INSERT INTO sheet_currencies (company_id, currency_code, position)
     SELECT $1, code, position FROM unnest($2::text[]) WITH ORDINALITY AS placed (code, position)`,
    [company?.id, codes],
  );
}

async function openBureau(db: pg.Pool): Promise<{ id: number; name: string }> {
  const word = randomBytes(5).toString('hex');
  const name = `Bureau ${word}`;
  const { rows } = await db.query<{ id: number }>(
    `INSERT INTO companies (name, site, phone, email)
     VALUES ($1, $2, '01 99 00 00 01', $3) RETURNING id`,
    [name, `https://${word}.example`, `contact@${word}.example`],
  );
  return { id: rows[0]?.id ?? 0, name };
}

/** What a bureau has fixed, set behind the server's back as another agent's save would. */
export async function fix(
  db: pg.Pool,
  { company }: Account,
  code: string,
  { purchase, sale }: { purchase: number | null; sale: number | null },
): Promise<void> {
  await db.query(
    `INSERT INTO fixings (company_id, currency_code, purchase, sale, updated_at)
     VALUES ($1, $2, $3, $4, clock_timestamp())
     ON CONFLICT (company_id, currency_code) DO UPDATE
       SET purchase = excluded.purchase, sale = excluded.sale, updated_at = excluded.updated_at`,
    [company?.id, code, purchase, sale],
  );
}

/** A link to a new password, as the server makes it for a mail. */
export async function linkOf(db: pg.Pool, { id: userId }: Account): Promise<string> {
  const { rows } = await db.query<{ id: number; created_at: Date }>(
    `INSERT INTO password_links (user_id, created_at) VALUES ($1, date_trunc('milliseconds', now()))
     RETURNING id, created_at`,
    [userId],
  );
  const [row] = rows;
  if (!row) throw new Error('a link is always inserted');
  const link = { id: row.id, userId, createdAt: row.created_at };
  return `/#/password?token=${tokenOf(process.env.E2E_SECRET ?? '', link)}`;
}

export async function fixedBy(db: pg.Pool, { company }: Account, code: string) {
  const { rows } = await db.query<{ purchase: string | null; sale: string | null }>(
    `SELECT purchase::float8::text AS purchase, sale::float8::text AS sale FROM fixings
     WHERE company_id = $1 AND currency_code = $2`,
    [company?.id, code],
  );
  return rows[0] ?? null;
}

export async function logIn(page: Page, mail: string, password = PASSWORD): Promise<void> {
  await page.goto('/#/login');
  await fillLogin(page, mail, password);
  await expect(page.getByRole('heading', { level: 1, name: 'Taux de change' })).toBeVisible();
}

export async function fillLogin(page: Page, mail: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Nom d’utilisateur').fill(mail);
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
}

// In its row a field is looked for among two, and not among the 304 of the grid.
export const rowOf = (page: Page, code: string) => page.locator(`[data-code="${code}"]`);
export const purchaseOf = (page: Page, code: string) =>
  rowOf(page, code).getByLabel(`Achat ${code}`, { exact: true });
export const saleOf = (page: Page, code: string) =>
  rowOf(page, code).getByLabel(`Vente ${code}`, { exact: true });
// By its attribute, since a look for a role computes that of each part of the page.
export const modal = (page: Page) => page.locator(':is([role=dialog], [role=alertdialog]):visible');

export const fixRow = (page: Page, code: string) =>
  rowOf(page, code)
    .getByRole('button', { name: `Fixer ${code}`, exact: true })
    .click();

/** An act of a row, or of the whole grid. */
export async function actOn(page: Page, code: string | null, name: string | RegExp): Promise<void> {
  const menu =
    code === null
      ? page.getByRole('button', { name: 'Autres actions', exact: true })
      : rowOf(page, code).getByRole('button', { name: `Actions ${code}`, exact: true });
  await menu.click();
  await page.getByRole('menuitem', { name }).click();
}

/** The modal says this, and closes by this button. */
export async function answer(page: Page, said: readonly string[], button: string): Promise<void> {
  // an expectation of what is not there yet describes the whole page for its message, each time that it looks
  await modal(page).waitFor();
  for (const text of said) await expect(modal(page)).toContainText(text);
  await modal(page).getByRole('button', { name: button, exact: true }).click();
  // another one may follow
  await expect(modal(page).filter({ hasText: said[0] ?? '' })).toBeHidden();
}

// Way to another page of the same user, without the application being loaded anew.
export async function visit(page: Page, path: string): Promise<void> {
  // each page begins with a call for the user
  await Promise.all([page.waitForResponse('**/api/me'), page.goto(`/#${path}`)]);
  await page.evaluate(UNTIL_CALM);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

// Some frames without a call under way: a page asks for its data once it knows the user.
const UNTIL_CALM = `new Promise((done) => {
  let calm = 0;
  const look = () => {
    calm = document.querySelector('main')?.ariaBusy === 'false' ? calm + 1 : 0;
    if (calm < 6) requestAnimationFrame(look);
    else done();
  };
  look();
})`;

/** On a phone the menu is folded until one opens it. */
export async function unfoldMenu(page: Page): Promise<void> {
  const toggle = page.getByRole('button', { name: 'Menu' });
  if ((await toggle.isVisible()) && (await toggle.getAttribute('aria-expanded')) === 'false') {
    await toggle.click();
  }
}

export const menu = (page: Page) => page.getByRole('navigation', { name: 'Rubriques' });

/** Goes to another section by the menu. */
export async function goTo(page: Page, name: string): Promise<void> {
  await unfoldMenu(page);
  await menu(page).getByRole('link', { name }).click();
}
