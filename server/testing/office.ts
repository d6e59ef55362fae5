import { hash } from '@node-rs/argon2';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Db } from '../db/open.ts';
import type { UserStatus } from '../db/schema.ts';
import { insertAll } from '../seed/insert-all.ts';
import { administratorScopes, agentScopes, bookingScopes, rootScopes, scopeLabels } from '../seed/scopes.ts';
import { aCompanyRow, aCurrencyRow, aMidRateRow, aUserRow } from './rows.ts';

export const PASSWORD = 'trois girafes au marché';
/** Options of a fast hash, because tests log in hundreds of times. */
export const LEAST = { memoryCost: 8, timeCost: 1, parallelism: 1 };
const HOST = 'backoffice.localhost:4500';

const accounts = {
  agent: { company: 'Quais', scopes: agentScopes },
  agent2: { company: 'Zéphyr', scopes: [...agentScopes, ...bookingScopes] },
  admin: { company: null, scopes: administratorScopes },
  root: { company: null, scopes: rootScopes },
  // has the scope `me`, and no company
  loner: { company: null, scopes: agentScopes },
  // may log in, and has no scope
  idle: { company: 'Quais', scopes: [] },
  nouveau: { company: 'Quais', scopes: agentScopes, status: 'awaiting_password' as const },
} satisfies Record<string, { company: string | null; scopes: readonly string[]; status?: UserStatus }>;

export type AccountName = keyof typeof accounts;
export const mailOf = (name: AccountName): string => `${name}@parite.example`;

export type Office = { companies: Record<string, number>; users: Record<AccountName, number> };

/** Four currencies, two bureaux without a fixing, and one account of each kind. */
export async function furnishOffice(db: Db, cost = LEAST): Promise<Office> {
  await insertAll(db, 'currencies', [
    aCurrencyRow({ code: 'EUR', label: 'euro', position: 1 }),
    aCurrencyRow({ code: 'USD', label: 'dollar des États-Unis', position: 2 }),
    aCurrencyRow({ code: 'GBP', label: 'livre sterling', position: null }),
    aCurrencyRow({ code: 'MAD', label: 'dirham marocain', position: null }),
  ]);
  const at = new Date('2026-11-20T15:00:00Z');
  await insertAll(
    db,
    'mid_rates',
    Object.entries({ USD: '1.1361', GBP: '0.8754', MAD: '10.71' }).flatMap(([currency_code, rate]) => [
      aMidRateRow({ currency_code, at: new Date(at.getTime() - 86_400_000), rate: '1' }),
      aMidRateRow({ currency_code, at, rate }),
    ]),
  );
  await insertAll(
    db,
    'scopes',
    Object.entries(scopeLabels).map(([scope, label]) => ({ scope, label })),
  );
  const companies = await db
    .insertInto('companies')
    .values(
      ['Quais', 'Zéphyr'].map((name, i) =>
        aCompanyRow({
          name,
          logo: `logo-${i}`,
          site: `https://bureau-${i}.example`,
        }),
      ),
    )
    .returning(['id', 'name'])
    .execute();
  const ids = Object.fromEntries(companies.map(({ id, name }) => [name, id]));
  const passwordHash = await hash(PASSWORD, cost);
  const users = await db
    .insertInto('users')
    .values(
      Object.entries(accounts).map(([name, account]) =>
        aUserRow({
          mail: mailOf(name as AccountName),
          name,
          surname: 'Test',
          company_id: account.company === null ? null : (ids[account.company] ?? null),
          status: 'status' in account ? account.status : ('in_service' as const),
          password_hash: 'status' in account ? null : passwordHash,
        }),
      ),
    )
    .returning(['id', 'name'])
    .execute();
  const userIds = Object.fromEntries(users.map(({ id, name }) => [name, id])) as Office['users'];
  await insertAll(
    db,
    'user_scopes',
    Object.entries(accounts).flatMap(([name, { scopes }]) =>
      scopes.map((scope) => ({ user_id: userIds[name as AccountName], scope })),
    ),
  );
  return { companies: ids, users: userIds };
}

/** The one article of a back-office's tests. Returns its id. */
export async function addArticle(db: Db): Promise<string> {
  const id = 'commission-ou-marge';
  await db
    .insertInto('articles')
    .values({
      id,
      group: 'frais',
      topic: 'Frais',
      reading_time: 3,
      title: 'Commission ou marge',
      description: '',
      image: 'frais',
      content: '',
      publication_date: '2026-11-01',
    })
    .execute();
  return id;
}

/** Browser on the back-office, which stores cookies and sends the XSRF token. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #app: FastifyInstance;
  /** sent with every request */
  readonly headers: Record<string, string>;
  readonly #address: string;

  constructor(app: FastifyInstance, headers: Record<string, string> = {}, address = '203.0.113.7') {
    this.#app = app;
    this.headers = { host: HOST, ...headers };
    this.#address = address;
  }

  async get(url: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    return this.#send('GET', url, undefined, headers);
  }

  /** A buffer is sent as it is, under the content type of the headers. */
  async post(
    url: string,
    payload: object,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    if (!this.cookies.has('XSRF-TOKEN')) await this.get('/api/logout');
    return this.#send('POST', url, payload, {
      'x-xsrf-token': this.cookies.get('XSRF-TOKEN') ?? '',
      ...headers,
    });
  }

  async login(name: AccountName, password = PASSWORD): Promise<LightMyRequestResponse> {
    return this.post('/api/login', { username: mailOf(name), password });
  }

  async #send(
    method: 'GET' | 'POST',
    url: string,
    payload: object | undefined,
    headers: Record<string, string>,
  ): Promise<LightMyRequestResponse> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await this.#app.inject({
      method,
      url,
      remoteAddress: this.#address,
      headers: { ...this.headers, ...(cookie && { cookie }), ...headers },
      ...(payload && { payload }),
    });
    for (const { name, value } of answer.cookies) {
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    requireSentence(answer);
    return answer;
  }
}

/** Throws for a refusal without a sentence or a code, in any test. */
function requireSentence({ statusCode, headers, body }: LightMyRequestResponse): void {
  if (statusCode < 400 || !headers['content-type']?.toString().startsWith('application/json')) return;
  const { message, code } = JSON.parse(body || '{}');
  if (/^\S.*\.$/.test(message) && /^[a-z_]+$/.test(code)) return;
  throw new Error(`${statusCode} without a sentence or a code: ${body}`);
}

/** A browser that has logged in. */
export async function enter(app: FastifyInstance, name: AccountName): Promise<Browser> {
  const browser = new Browser(app);
  const answer = await browser.login(name);
  if (answer.statusCode !== 200) throw new Error(`${name} could not log in: ${answer.body}`);
  return browser;
}
