import { type NatsConnection, RequestError } from '@nats-io/transport-node';
import type { FastifyBaseLogger } from 'fastify';
import { type Static, Type } from 'typebox';
import { MAX_OFFERS } from '#domain/offers/limit.ts';
import type { Db } from '../db/open.ts';
import { LINES_AT_ONCE } from '../features/kpis/impression-counter.ts';
import { addComparisons, addImpressions, type Impressions } from '../features/kpis/kpis.queries.ts';
import { createReader } from './messages.ts';
import { type Nats, SUMS } from './nats.ts';

/** Longer than the engine takes to answer, because the relay writes to a database first. */
const WRITE_TIMEOUT_MS = 5_000;

const DAY_MS = 86_400_000;
const MAX_SUM = 10_000_000;
const MAX_WAITING = 50;
const Count = (minimum: number) => Type.Integer({ minimum, maximum: MAX_SUM });
const ComparisonSums = Type.Object({
  day: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' }),
  comparisons: Count(0),
  shown: Type.Array(
    Type.Object({
      companyId: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
      code: Type.String({ pattern: '^[A-Z]{3}$' }),
      shown: Count(1),
      ranks: Type.Integer({ minimum: 1, maximum: MAX_SUM * MAX_OFFERS }),
    }),
    { maxItems: LINES_AT_ONCE },
  ),
});
export type ComparisonSums = Static<typeof ComparisonSums>;
const readSums = createReader(ComparisonSums);

/** null: implausible sums, or a day too far from `now`. */
export function readComparisonSums(text: string, now: Date): ComparisonSums | null {
  const sums = readSums(text);
  if (!sums) return null;
  const { day, shown } = sums;
  const isNear = Math.abs(Date.parse(day) + DAY_MS / 2 - now.getTime()) < 2 * DAY_MS;
  const keys = new Set(shown.map(({ companyId, code }) => `${companyId} ${code}`));
  const areRanks = shown.every((line) => line.shown <= line.ranks && line.ranks <= line.shown * MAX_OFFERS);
  return isNear && areRanks && keys.size === shown.length ? sums : null;
}

const WRITTEN = 'written';
const REFUSED = 'refused';
/** Reply addresses of comparing instances. Answers carry the relay's rights, so they go nowhere else. */
const COMPARING_INBOX = /^_INBOX\.(?!whole\.)/;

/** Writes the sums of comparing instances, which have no database. A queue group gives each sum to one of two relays. */
export function writeReceivedSums(nats: NatsConnection, db: Db, now: () => Date, log: FastifyBaseLogger) {
  let waiting = 0;
  let writing: Promise<void> = Promise.resolve();
  return nats.subscribe(SUMS, {
    queue: 'relay',
    callback: (error, message) => {
      const sums = error ? null : readComparisonSums(message.string(), now());
      if (!sums || !COMPARING_INBOX.test(message.reply ?? '')) return;
      if (waiting === MAX_WAITING) return void message.respond(REFUSED);
      waiting += 1;
      const write = async () => {
        const outcome = await writeSums(db, sums, log);
        waiting -= 1;
        if (outcome && !nats.isClosed()) message.respond(outcome);
      };
      writing = writing.then(write).catch((err) => log.warn({ err }, 'sum of comparisons not answered'));
    },
  });
}

/** null: the outcome of the write is unknown. */
async function writeSums(db: Db, { day, comparisons, shown }: ComparisonSums, log: FastifyBaseLogger) {
  let isSent = false;
  try {
    await db.transaction().execute(async (trx) => {
      if (comparisons > 0) await addComparisons(trx, day, comparisons);
      if (shown.length > 0) await addImpressions(trx, day, shown);
      isSent = true;
    });
    return WRITTEN;
  } catch (err) {
    const outcome = isSent ? 'may not have been counted' : 'could not be counted yet';
    log.warn({ err }, `comparisons ${outcome}`);
    return isSent ? null : REFUSED;
  }
}

/**
 * Sends sums to the relay and throws those that were certainly not written, so that the caller retries. Sums that may
 * have been written are never sent again, and `lost` counts them.
 */
export function createSumSender(nats: Nats, isThere: () => boolean, log: FastifyBaseLogger) {
  let lost = 0;

  async function send(sums: ComparisonSums): Promise<void> {
    // messages published while the engine is away would leave at the reconnection, with an unknown outcome
    if (!isThere()) throw new Error('no active relay to write the sums of comparisons');
    const connection = await nats.connection;
    const options = { timeout: WRITE_TIMEOUT_MS };
    const answer = await connection.request(SUMS, JSON.stringify(sums), options).catch((err) => {
      if (err instanceof RequestError && err.isNoResponders()) throw err;
      lost += 1;
      log.warn({ err, day: sums.day }, 'a sum of comparisons may not have been written');
      return null;
    });
    if (answer?.string() === REFUSED) throw new Error('the relay did not write the sums of comparisons');
  }

  return {
    addComparisons: (day: string, comparisons: number) =>
      send({ day, comparisons: Math.min(comparisons, MAX_SUM), shown: [] }),
    addShown: (day: string, shown: readonly Impressions[]) =>
      send({ day, comparisons: 0, shown: shown.map(capImpressions) }),
    lost: () => lost,
  };
}

/** Caps counts that grew for hours without a relay, because an excessive one would have the whole message refused. */
function capImpressions(line: Impressions): Impressions {
  if (line.shown <= MAX_SUM) return line;
  return { ...line, shown: MAX_SUM, ranks: Math.round((line.ranks / line.shown) * MAX_SUM) };
}
