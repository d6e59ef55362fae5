import { afterEach, beforeEach, expect, test } from 'vitest';
import { believeClock, openClock } from '../../db/clock.ts';
import { ASKED_AT, addTravellers, admitBureau, asking, madeBy } from '../../testing/bookings.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { type DatabaseClock, giveClock } from '../../testing/database-clock.ts';
import { furnishOffice } from '../../testing/office.ts';
import { changeState } from './change-state.ts';
import { endDueReservations } from './end-due-reservations.ts';
import { lockReservation } from './reservations.queries.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let database: TestDatabase;
let clock: DatabaseClock;
let lines: object[];
/** Milliseconds that truly went by since ASKED_AT, and by how much the database's clock is wrong. */
let truth: number;
let wrong: number;

beforeEach(async () => {
  database = await createTestDatabase();
  clock = await giveClock(database.url);
  [lines, truth, wrong] = [[], 0, 0];
  await goOn(0);
  const { companies } = await furnishOffice(database.db);
  const quais = companies.Quais ?? 0;
  await admitBureau(database.db, quais);
  const [first = 0, second = 0] = await addTravellers(database.db, 2);
  await madeBy(database.db, asking(first, quais));
  const accepted = await madeBy(database.db, asking(second, quais));
  await database.db.transaction().execute(async (trx) => {
    const held = await lockReservation(trx, accepted, { anybody: true });
    if (held) await changeState(trx, held, { to: 'accepted', actor: 'bureau', at: ASKED_AT });
  });
});
afterEach(() => database.close());

async function goOn(ms: number): Promise<void> {
  truth += ms;
  await clock.stopAt(new Date(ASKED_AT.getTime() + truth + wrong));
}

const log = {
  error: (fields: object) => lines.push(fields),
  warn: (fields: object, message: string) => lines.push({ ...fields, message }),
};

/** A process that starts: what the job does whenever it runs. */
function start(): () => Promise<number | null> {
  const { db } = database;
  const own = openClock({ db, log }, () => truth);
  return () => endDueReservations({ db, log, clock: own });
}

const states = async () =>
  (await database.db.selectFrom('reservations').select('state').orderBy('id').execute()).map(
    ({ state }) => state,
  );

test.each([
  ['three days ahead', 3 * DAY],
  ['forty days ahead', 40 * DAY],
  ['a day behind', -DAY],
])('a database whose clock is suddenly %s ends nothing early, and deadlines go on', async (_how, step) => {
  const run = start();
  await run();
  wrong = step;
  await goOn(MINUTE);
  await run();
  expect(await states()).toEqual(['requested', 'accepted']);
  expect(lines).toMatchObject([{ message: expect.stringContaining('cannot be believed') }]);
  // two hours to answer are over by the monotonic clock
  await goOn(2 * HOUR);
  await run();
  expect(await states()).toEqual(['lapsed', 'accepted']);
  const ended = await database.db
    .selectFrom('reservation_events')
    .where('kind', '=', 'lapsed')
    .select('at')
    .executeTakeFirst();
  expect(ended?.at).toEqual(new Date(ASKED_AT.getTime() + truth));
  wrong = 0;
  await goOn(2 * DAY);
  await run();
  expect(await states()).toEqual(['lapsed', 'no_show']);
});

test('after a stop of forty days deadlines wait until somebody believes the clock, and the log says so', async () => {
  await start()();
  await goOn(40 * DAY);
  const run = start();
  expect(await run()).toBeNull();
  await goOn(MINUTE);
  expect(await run()).toBeNull();
  expect(await states()).toEqual(['requested', 'accepted']);
  expect(lines).toEqual([
    {
      at: new Date(ASKED_AT.getTime() + 40 * DAY),
      believedAt: ASKED_AT,
      time: null,
      message: 'the clock of the database cannot be believed: deadlines wait for it',
    },
  ]);
  await believeClock(database.db);
  await goOn(MINUTE);
  await run();
  expect(await states()).toEqual(['lapsed', 'no_show']);
});

test('after a stop of two days what is due ends at once', async () => {
  await start()();
  await goOn(2 * DAY + 2 * HOUR);
  await start()();
  expect(await states()).toEqual(['lapsed', 'no_show']);
  expect(lines).toEqual([]);
});
