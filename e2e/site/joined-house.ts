import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import pg from 'pg';
import type { Email } from 'postal-mime';
import { type MailServer, openMailServer } from '#server/testing/mail-server.ts';
import { endServer, startServer } from '#server/testing/server-process.ts';
import { admit, COUNTER_SCOPES, fixDollar } from '../office/bookings.ts';
import { type Account, test as office } from '../office/office.ts';

export { expect } from '../fixtures.ts';

export type House = { port: number; url: string; pool: pg.Pool; smtp: MailServer };
type Joined = {
  /** the page of the traveller, at the width of a phone, on the public host */
  traveller: Page;
  /** agent who treats reservations at a bureau of the test's own, which sells the dollar */
  agent: Account;
  /** The mail that came over SMTP to an address, with this in its subject. */
  mailed: (to: string, subject: RegExp) => Promise<Email>;
};

/**
 * Both hosts on a server of their own, whose mails leave over SMTP: that of the other tests writes them to its outbox. The page
 * of the test is the bureau's.
 */
export const test = office.extend<Joined, { house: House }>({
  house: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are asked for here
    async ({}, use) => {
      const name = `joined_${randomBytes(4).toString('hex')}`;
      const { href } = Object.assign(new URL(process.env.E2E_DATABASE_URL ?? ''), { pathname: `/${name}` });
      const maintenance = new pg.Pool({ connectionString: process.env.E2E_DATABASE_URL, max: 1 });
      await maintenance.query(`CREATE DATABASE ${name}`);
      const smtp = await openMailServer();
      const dataDir = await mkdtemp(join(tmpdir(), 'parite-joined-'));
      const { port, child } = await startServer({
        DATA_DIR: dataDir,
        DATABASE_URL: href,
        SECRET: process.env.E2E_SECRET ?? '',
        DEMO: 'on',
        DEMO_MOVES: 'off',
        RATE_LIMIT: '100000',
        SIGN_UP_LIMIT: '100000',
        SMTP_URL: smtp.url,
        MAIL_FROM: 'Parité <no-reply@parite.example>',
      });
      const pool = new pg.Pool({ connectionString: href, max: 2 });
      await use({ port, url: href, pool, smtp });
      await pool.end();
      await endServer(child);
      await smtp.close();
      await maintenance.query(`DROP DATABASE ${name}`);
      await maintenance.end();
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  db: [async ({ house }, use) => use(house.pool), { scope: 'worker' }],
  baseURL: async ({ house }, use) => use(`http://backoffice.localhost:${house.port}/`),
  traveller: async ({ browser, house, expectedProblems }, use) => {
    const context = await browser.newContext({
      baseURL: `http://localhost:${house.port}/`,
      viewport: { width: 390, height: 844 },
      locale: 'fr-FR',
      timezoneId: 'Europe/Paris',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(String(error)));
    await use(page);
    await context.close();
    office.expect(problems.filter((said) => !expectedProblems.some((one) => one.test(said)))).toEqual([]);
  },
  agent: async ({ open, db }, use) => {
    const agent = await open({ scopes: COUNTER_SCOPES });
    await admit(db, agent, 1_000);
    await fixDollar(db, agent);
    await use(agent);
  },
  mailed: async ({ house }, use) =>
    use(async (to, subject) => {
      let found: Email | undefined;
      await office.expect
        .poll(
          () => {
            found = house.smtp.received.findLast(
              (one) => one.to === to && subject.test(one.mail.subject ?? ''),
            )?.mail;
            return found !== undefined;
          },
          { message: `${subject} to ${to}` },
        )
        .toBe(true);
      if (!found) throw new Error('polled until it was there');
      return found;
    }),
});
