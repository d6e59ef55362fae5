/**
 * What became of every reservation, read from the database and judged by a table of the proof's own: each change one line, in
 * order, by who made it; the stock to the hundredth; the numbers of what was handed over; who is written to.
 */
import pg from 'pg';
import { openPickupCodes } from '../../server/features/reservations/pickup-codes.ts';
import type { Reserved } from './asks.ts';
import type { Change } from './changes.ts';
import { type Bureau, type Scene, SECRET } from './scene.ts';

type Event = {
  id: number;
  reservation_id: string;
  at: Date;
  kind: string;
  actor: string;
  user_id: number | null;
  pickup_was: Date | null;
};
type Stock = { id: number; branch: number; ready: string; promised: string };
export type Mail = {
  id: number;
  event: number;
  recipient: string;
  created_at: Date;
  outcome: string | null;
};
export type History = { rows: Reserved[]; events: Event[]; stocks: Stock[] };

/** From which state to which, and by whom: issue 17, section 2. */
const NEXT: Record<string, Record<string, readonly string[]>> = {
  requested: { accepted: ['bureau'], declined: ['bureau'], lapsed: ['clock'], cancelled: ['traveller'] },
  accepted: { ready: ['bureau'], cancelled: ['traveller', 'bureau'], no_show: ['clock'] },
  ready: { collected: ['bureau'], cancelled: ['traveller', 'bureau'], no_show: ['bureau', 'clock'] },
  // issue 34, section 3: handed over late, or undone
  no_show: { collected: ['bureau'] },
  collected: { undone: ['bureau'] },
};
const OPEN = ['requested', 'accepted', 'ready'];
const GIVEN_BACK = ['declined', 'lapsed', 'cancelled'];

const ROWS = `
  SELECT reference AS id, request_key, traveller_id, branch, state, code, code_sealed, rate, fixed_at, offered, handed_over, stock_id::int,
    pickup_at, due_at, requested_at, ended_at
  FROM reservations WHERE branch = ANY ($1) ORDER BY reservations.id`;
const EVENTS = `
  SELECT e.id::int, r.reference AS reservation_id, at,
    CASE WHEN kind = 'ready' AND reason IS NOT NULL THEN 'undone' ELSE kind END AS kind, actor, user_id, pickup_was
  FROM reservation_events e JOIN reservations r ON r.id = reservation_id WHERE branch = ANY ($1) ORDER BY e.id`;
const STOCKS = `
  SELECT id::int, branch, ready, promised FROM stocks WHERE branch = ANY ($1) AND day IS NOT NULL ORDER BY id`;

const CODES = openPickupCodes({ secret: SECRET, secretBefore: null });

/** All as of one moment: the clock may be ending what is due. */
export async function readHistory(scene: Scene, branches: readonly number[]): Promise<History> {
  const client = new pg.Client({ connectionString: await scene.postgres.url() });
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    const { rows: found } = await client.query<Reserved & { code_sealed: Buffer | null }>(ROWS, [branches]);
    const rows = found.map((row) => ({ ...row, code: CODES.read({ ...row, reference: row.id }) ?? '' }));
    const { rows: events } = await client.query<Event>(EVENTS, [branches]);
    const { rows: stocks } = await client.query<Stock>(STOCKS, [branches]);
    return { rows, events, stocks };
  } finally {
    await client.end();
  }
}

/** What is not given back, by its stock, in hundredths. */
function heldOf({ rows }: History): Map<number, number> {
  const held = new Map<number, number>();
  for (const { stock_id, state, handed_over } of rows) {
    if (!GIVEN_BACK.includes(state)) held.set(stock_id, (held.get(stock_id) ?? 0) + cents(handed_over));
  }
  return held;
}

/** How much a branch has left on its one day, in hundredths. */
export function leftAt(history: History, ready: number): number {
  return ready * 100 - [...heldOf(history).values()].reduce((sum, one) => sum + one, 0);
}

/** Says what does not hold, in a sentence each. */
export function checkHistory(history: History, changes: readonly Change[]): string[] {
  const held = heldOf(history);
  const wrong = history.stocks.flatMap(({ id, ready, promised }) => {
    const sum = held.get(id) ?? 0;
    return [
      ...(sum > cents(ready) ? [`stock ${id}: ${sum / 100} of ${ready} are held: over`] : []),
      ...(sum !== cents(promised) ? [`stock ${id}: says ${promised} where ${sum / 100} are held`] : []),
    ];
  });
  const eventsOf = Map.groupBy(history.events, ({ reservation_id }) => reservation_id);
  const changesOf = Map.groupBy(changes, ({ reservation }) => reservation);
  for (const row of history.rows) {
    const events = eventsOf.get(row.id) ?? [];
    const found = [
      ...checkOrder(row, events),
      ...checkMoves(row, events, changesOf.get(row.id) ?? []),
      ...checkMade(events, changesOf.get(row.id) ?? []),
    ];
    wrong.push(...found.map((sentence) => `reservation ${row.id}: ${sentence}`));
  }
  return wrong;
}

/** From its request to where it stands. */
function checkOrder(row: Reserved, events: readonly Event[]): string[] {
  const wrong: string[] = [];
  const [first, ...others] = events;
  if (first?.kind !== 'requested' || first.at.getTime() !== row.requested_at.getTime())
    wrong.push('its first line is not its request');
  let state = 'requested';
  let before = first?.at ?? row.requested_at;
  for (const { kind, actor, at } of others) {
    if (at < before) wrong.push(`${kind} is told of ${at.toISOString()}, after ${before.toISOString()}`);
    before = at;
    if (kind === 'moved') {
      if (!OPEN.includes(state)) wrong.push(`moved while it was ${state}`);
      continue;
    }
    if (!NEXT[state]?.[kind]?.includes(actor)) wrong.push(`${state} → ${kind} by ${actor}`);
    state = kind === 'undone' ? 'ready' : kind;
  }
  if (state !== row.state) wrong.push(`${row.state}, and its last line says ${state}`);
  if ((row.ended_at === null) !== OPEN.includes(row.state)) wrong.push(`${row.state}, open or not`);
  return wrong;
}

/** Each line is of a change that somebody tried, and what was answered as done has its line. */
function checkMade(events: readonly Event[], changes: readonly Change[]): string[] {
  const wrong: string[] = [];
  for (const { kind, actor, user_id } of events) {
    if (actor === 'clock' || kind === 'requested' || kind === 'moved' || isAtOnce({ kind, actor, user_id }))
      continue;
    const tried = changes.filter((change) => change.kind === kind && change.userId === user_id);
    if (tried.length === 0) wrong.push(`${kind} by ${user_id ?? 'its traveller'}, who never asked for it`);
    else if (tried.every(({ outcome }) => outcome === 'refused'))
      wrong.push(`${kind} by ${user_id ?? 'its traveller'}, who was answered that it was not`);
  }
  const answered = Map.groupBy(
    changes.filter(({ kind }) => kind !== 'moved'),
    ({ kind, userId }) => `${kind} by ${userId ?? 'its traveller'}`,
  );
  for (const [act, tries] of answered) {
    const [{ kind, userId } = {}] = tries;
    const lines = events.filter((event) => event.kind === kind && event.user_id === userId).length;
    const done = tries.filter(({ outcome }) => outcome === 'done').length;
    const unknown = tries.filter(({ outcome }) => outcome === 'unknown').length;
    if (lines < done || lines > done + unknown)
      wrong.push(`${act} was answered as done ${done} times, and has ${lines} lines`);
  }
  // a hand-over alone may be done again, once it was undone
  const once = changes.filter(
    ({ outcome, kind }) => outcome === 'done' && !['moved', 'collected', 'undone'].includes(kind),
  );
  const kinds = once.map(({ kind }) => kind);
  if (new Set(kinds).size < kinds.length) wrong.push(`one change was answered as done twice: ${kinds}`);
  return wrong;
}

/** Each hour it was moved from is the one it was moved to before, and the last one is where it is. */
function checkMoves(row: Reserved, events: readonly Event[], changes: readonly Change[]): string[] {
  const moves = events.filter(({ kind }) => kind === 'moved');
  const tried = changes.filter(({ kind }) => kind === 'moved');
  const targets = [...moves.slice(1).map(({ pickup_was }) => pickup_was), row.pickup_at];
  const wrong: string[] = [];
  for (const [i, { user_id }] of moves.entries()) {
    const to = targets[i]?.toISOString();
    const known = tried.find((change) => change.to === to && change.userId === user_id);
    if (!known) wrong.push(`moved to ${to}, which nobody asked for`);
    else if (known.outcome === 'refused') wrong.push(`moved to ${to}, which was answered as refused`);
  }
  for (const { to, outcome } of tried) {
    const lines = targets.filter((one, i) => i < moves.length && one?.toISOString() === to).length;
    if (outcome === 'done' && lines !== 1)
      wrong.push(`moved to ${to}: answered as done, and has ${lines} lines`);
  }
  return wrong;
}

/** Numbers from 1 on in a row, each struck or of what is handed over, which has one that is not struck. */
export async function checkSlips(scene: Scene, { id }: Bureau): Promise<string[]> {
  const rows = await scene.ask<{ number: number | null; struck: boolean; state: string | null; id: number }>(
    `SELECT slips.number, struck_slips.number IS NOT NULL AS struck, r.state, r.id::int
     FROM slips LEFT JOIN struck_slips USING (company_id, number)
     FULL JOIN (SELECT * FROM reservations WHERE company_id = $1) r ON r.id = reservation_id
     WHERE coalesce(r.company_id, slips.company_id) = $1 AND (slips.number IS NOT NULL OR state = 'collected')
     ORDER BY slips.number`,
    [id],
  );
  const valid = new Set(rows.flatMap(({ number, struck, id: one }) => (number && !struck ? [one] : [])));
  return rows.flatMap(({ number, struck, state, id: reservation }, i) => [
    ...(state !== 'collected' && !struck
      ? [`reservation ${reservation}: has a bordereau, and was not handed over`]
      : []),
    ...(state === 'collected' && !valid.has(reservation)
      ? [`reservation ${reservation}: was handed over, and has no bordereau`]
      : []),
    ...(number === i + 1
      ? []
      : [`reservation ${reservation}: its bordereau is number ${number}, not ${i + 1}`]),
  ]);
}

/** Accepted by what the bureau has said of small amounts, and by nobody. */
function isAtOnce({ kind, actor, user_id }: Pick<Event, 'kind' | 'actor' | 'user_id'>): boolean {
  return kind === 'accepted' && actor === 'bureau' && user_id === null;
}

/** Who is to be told of a change. A traveller's own has the entry of the calendar. */
function toldOf(event: Event): readonly ('traveller' | 'bureau')[] {
  if (event.actor === 'traveller') return ['traveller', 'bureau'];
  // accepted at once, the letter of the request says so
  return isAtOnce(event) ? [] : ['traveller'];
}

/**
 * One mail an event and person whom it concerns, and no other. A request that was cancelled before anybody began to write of
 * it to the bureau is told there by neither mail.
 */
export async function checkMails(
  scene: Scene,
  bureau: Bureau,
  { rows, events }: History,
): Promise<{ mails: Mail[]; wrong: string[] }> {
  const mails = await scene.ask<Mail>(
    `SELECT mails.id::int, (params->>'event')::int AS event, recipient, created_at, outcome FROM mails
     WHERE kind = 'reservation' AND (params->>'event')::int = ANY ($1) ORDER BY mails.id`,
    [events.map(({ id }) => id)],
  );
  const emails = new Map(
    (
      await scene.ask<{ id: number; email: string }>('SELECT id, email FROM travellers WHERE id = ANY ($1)', [
        rows.map(({ traveller_id }) => traveller_id),
      ])
    ).map(({ id, email }) => [id, email]),
  );
  const travellerOf = new Map(rows.map((row) => [row.id, emails.get(row.traveller_id) ?? '']));
  const mailsOf = Map.groupBy(mails, ({ event }) => event);
  const eventsOf = Map.groupBy(events, ({ reservation_id }) => reservation_id);
  const wrong: string[] = [];
  for (const event of events) {
    const sent = (mailsOf.get(event.id) ?? []).map(({ recipient }) => recipient);
    const others = eventsOf.get(event.reservation_id) ?? [];
    const expected = toldOf(event).flatMap((whom) => {
      if (whom === 'traveller') return [travellerOf.get(event.reservation_id) ?? ''];
      return isUntold(event, others, mailsOf, bureau.email) ? [] : [bureau.email];
    });
    if (expected.toSorted().join() !== sent.toSorted().join()) {
      wrong.push(
        `reservation ${event.reservation_id}, ${event.kind}: mails to ${sent.join(', ') || 'nobody'} in place of ${expected.join(', ') || 'nobody'}`,
      );
    }
  }
  return { mails, wrong };
}

/** Whether neither its request nor that its traveller cancelled it is told to the bureau: both, or none. */
function isUntold(
  { kind }: Event,
  others: readonly Event[],
  mailsOf: ReadonlyMap<number, Mail[]>,
  bureau: string,
): boolean {
  const cancelled = others.find((one) => one.kind === 'cancelled' && one.actor === 'traveller');
  if (!cancelled || (kind !== 'requested' && kind !== 'cancelled')) return false;
  const requested = others.find((one) => one.kind === 'requested');
  const isTold = (id = 0) => (mailsOf.get(id) ?? []).some(({ recipient }) => recipient === bureau);
  return !isTold(requested?.id) && !isTold(cancelled.id);
}

/** None twice; what was called sent has come, and what was not has not. */
export function checkArrived(mails: readonly Mail[], arrived: ReadonlyMap<string, number>): string[] {
  const counts = new Map([...arrived].map(([id, count]) => [/^<(mail-\d+-\d+)@/.exec(id)?.[1] ?? id, count]));
  return mails.flatMap(({ id, created_at, outcome }) => {
    const count = counts.get(`mail-${id}-${created_at.getTime()}`) ?? 0;
    if (count > 1) return [`mail ${id}: came ${count} times`];
    if (outcome === 'sent') return count === 1 ? [] : [`mail ${id}: called sent, and never came`];
    if (outcome === 'unknown') return [];
    if (outcome === 'needless') return count === 0 ? [] : [`mail ${id}: called needless, and came`];
    return [`mail ${id}: ${outcome ?? 'never sent'}`];
  });
}

function cents(amount: string): number {
  return Math.round(Number(amount) * 100);
}
