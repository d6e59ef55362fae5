import { createHash } from 'node:crypto';
import { type APIRequestContext, type BrowserContext, expect, type Locator, request } from '@playwright/test';
import type pg from 'pg';
import { dayAt } from '#domain/branches/open-state.ts';
import { agentScopes, bookingScopes } from '#domain/iam/presets.ts';
import type { Reservation } from '#domain/reservations/reservation.ts';
import { DEFAULT_TERMS } from '#domain/terms/terms.ts';
import { aTravellerEdit } from '#domain/testing/travellers.ts';
import { digitsOf } from '#server/features/travellers/codes.ts';
import { type Account, fix } from './office.ts';

/** Agent who treats reservations at a counter. */
export const COUNTER_SCOPES = [...agentScopes, ...bookingScopes];

/**
 * Admits an agent's own bureau to the beta: it sells USD at 1.105 and has so many of them each day, all of which may be held
 * from one network, where these tests run.
 */
export async function admit(db: pg.Pool, { company }: Account, usd = 10_000): Promise<void> {
  const id = company?.id;
  // of a fictional site a page of the demonstration stands in its place
  await db.query(`UPDATE companies SET site = 'https://bureau-' || id || '.test' WHERE id = $1`, [id]);
  await db.query(
    `INSERT INTO reservation_terms (company_id, admitted_at, terms, updated_at) VALUES ($1, now(), $2, now())`,
    [id, JSON.stringify({ ...DEFAULT_TERMS, hold_hours: 120, notes: ['small'], largest_share: 100 })],
  );
  await db.query(
    `INSERT INTO stocks (company_id, branch, currency_code, day, ready) VALUES ($1, NULL, 'USD', NULL, $2)`,
    [id, usd],
  );
}

/** Has it fix the dollar, once the server knows the bureau. */
export const fixDollar = (db: pg.Pool, agent: Account) =>
  fix(db, agent, 'USD', { purchase: 1.17, sale: 1.105 });

/** “06 01 02 03 04”, one's own, since travellers of one telephone are one person. */
export function phoneOf(email: string): string {
  const number = createHash('sha256').update(email).digest().readUInt32BE() % 100_000_000;
  return `06${String(number).padStart(8, '0').replaceAll(/../g, ' $&')}`;
}

/** A traveller who has signed in on the public host, by calls as its pages make them. */
export class Traveller {
  private readonly context: APIRequestContext;
  private constructor(context: APIRequestContext) {
    this.context = context;
  }

  static async signIn(
    db: pg.Pool,
    email: string,
    firstName: string,
    baseURL = `http://localhost:${process.env.E2E_PORT}`,
  ): Promise<Traveller> {
    const context = await request.newContext({ baseURL });
    const traveller = new Traveller(context);
    await traveller.post('/api/traveller/code', { email });
    const { rows } = await db.query<{ id: number; email: string; createdAt: Date }>(
      `SELECT id, email, created_at AS "createdAt" FROM traveller_codes WHERE email = $1 ORDER BY id DESC LIMIT 1`,
      [email],
    );
    const [code] = rows;
    if (!code) throw new Error('a code is mailed to who asks');
    await traveller.post('/api/traveller/session', {
      email,
      code: digitsOf(process.env.E2E_SECRET ?? '', code),
    });
    const said = aTravellerEdit({ first_name: firstName, phone: phoneOf(email) });
    await traveller.post('/api/traveller/me', said);
    return traveller;
  }

  /** So many dollars, collected the day after tomorrow at an hour of UTC, of a bureau without branches or at one of them. */
  async reserve(
    db: pg.Pool,
    { company }: Account,
    amount: number,
    hour = 9,
    branch: number | null = null,
    rate = 1.105,
  ): Promise<Reservation & { code: string }> {
    const { rows } = await db.query<{ site: string; updated_at: Date }>(
      `SELECT site, fixings.updated_at FROM companies JOIN fixings ON company_id = companies.id
       WHERE companies.id = $1 AND currency_code = 'USD'`,
      [company?.id],
    );
    const { site = '', updated_at = new Date() } = rows[0] ?? {};
    // the server follows what was set behind its back
    const known = `/api/public/bookings?company=${encodeURIComponent(site)}`;
    await expect.poll(async () => (await (await this.context.get(known)).json()).booking).not.toBeNull();
    const wanted = {
      company: site,
      branch,
      side: 'sale',
      currency: { code: 'USD' },
      target: 'wish',
      amount,
      rate,
      updated_at: updated_at.toISOString(),
      payment: 'cash',
      notes: 'small',
      pickup_at: `${dayAt(Date.now() + 2 * 86_400_000, 'UTC')}T${String(hour).padStart(2, '0')}:00:00.000Z`,
    };
    return this.post('/api/traveller/reservations', wanted);
  }

  async show(id: string): Promise<Reservation> {
    return (await this.context.get(`/api/traveller/reservations/${id}`)).json();
  }

  /** Signs a browser in, too. */
  async bringTo(browser: BrowserContext, url: string): Promise<void> {
    const { cookies } = await this.context.storageState();
    await browser.addCookies(cookies.map(({ name, value, httpOnly }) => ({ name, value, httpOnly, url })));
  }

  async close(): Promise<void> {
    await this.context.dispose();
  }

  private async post<T>(path: string, data: object): Promise<T> {
    const { cookies } = await this.context.storageState();
    const token = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
    const headers = { 'x-xsrf-token': token, 'idempotency-key': crypto.randomUUID() };
    const answer = await this.context.post(path, { data, headers });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  }
}

/** Chooses the last day of “Autre heure”, and returns its hour in milliseconds since 1970. */
export async function chooseLastDay(dialog: Locator): Promise<number> {
  const day = dialog.getByLabel('Jour', { exact: true });
  await expect(day.locator('option')).not.toHaveCount(0);
  await day.selectOption({ index: (await day.locator('option').count()) - 1 });
  return Number(await dialog.getByLabel('Heure', { exact: true }).inputValue());
}
