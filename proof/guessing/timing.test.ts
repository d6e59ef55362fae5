import { afterAll, beforeAll, test } from 'vitest';
import { expectAlike, openCostlyOffice, sampleTimes } from '../../server/testing/login-times.ts';
import { Browser, mailOf } from '../../server/testing/office.ts';
import type { OpenOffice } from '../../server/testing/open-office.ts';

// contract 3: a wrong name, a wrong password and a user who has none yet are alike in text and time.

let office: OpenOffice;

beforeAll(async () => {
  office = await openCostlyOffice();
});
afterAll(() => office.close());

test('the time of asking for a password mail says nothing of the name', async () => {
  const ask = (username: string) => async () =>
    (await new Browser(office.app).post('/api/iam/users/forgotten-password', { username })).statusCode;
  expectAlike(
    await sampleTimes(office, {
      unknown: ask('personne@parite.example'),
      known: ask(mailOf('agent')),
      awaiting: ask(mailOf('nouveau')),
      suspended: ask(mailOf('idle')),
    }),
  );
});
