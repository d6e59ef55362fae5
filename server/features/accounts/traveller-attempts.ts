import { mailboxOf } from '#domain/audience/email.ts';
import type { Db } from '../../db/open.ts';
import { uncountFailure } from './attempts.queries.ts';
import {
  count,
  countInTurn,
  countOf,
  countsOfNetworks,
  HOUR,
  type Limit,
  MINUTE,
  type NetworkLimits,
  pairOf,
} from './counts.ts';

/**
 * Codes to one mailbox, by network and in all, so that one network does not use up the quota of others.
 * With five guesses a code (traveller_codes.guesses) that is 1,800 guesses a day of a million, under the
 * owner's eyes.
 */
const CODES_TO_PAIR: Limit = { name: 'traveller-code:pair', window: HOUR, most: 5 };
export const CODES_TO_MAILBOX: Limit = { name: 'traveller-code:address', window: HOUR, most: 15 };
/** Codes without a proof of work, far above what a hall of travellers asks for. */
const UNPROVEN_CODES: NetworkLimits = {
  name: 'traveller-code:unproven',
  window: HOUR,
  most: [500, 1000, 2000],
};
/** Codes of 5 minutes from one network, and from all, short enough that a flood ends soon after it stops. */
const LANE_OF_NETWORK: NetworkLimits = {
  name: 'traveller-code:lane',
  window: 5 * MINUTE,
  most: [100, 120, 150],
};
const LANE_OF_ALL: Limit = { name: 'traveller-code:all', window: 5 * MINUTE, most: 200 };
const LANE_OF_KNOWN: Limit = { name: 'traveller-code:known', window: 5 * MINUTE, most: 100 };

/** Guesses of one browser. They have no key of the mailbox, since a stranger's would lock the owner out. */
const GUESSES_BY_TICKET: Limit = { name: 'traveller:ticket', window: HOUR, most: 30 };
const UNPROVEN_GUESSES: NetworkLimits = { name: 'traveller:unproven', window: HOUR, most: [250, 500, 1000] };

/** `isProven`: the browser has solved a proof of work, which opens the way past its network's quota. */
type TravellerSource = { secret: string; address: string; at: Date; isProven: boolean };

/**
 * `unproven`: the network has used up its quota, and a proof of work is due. `crowded`: its share of the lane of codes
 * is used up. `full`: the lane is.
 */
export type LaneRefusal = { reason: 'unproven' | 'crowded' | 'full'; waitSeconds: number };

export async function countCodeRequest(
  db: Db,
  { secret, address, at, isProven }: TravellerSource,
): Promise<LaneRefusal | null> {
  const rounds = [
    ...(isProven ? [] : [['unproven', countsOfNetworks(secret, UNPROVEN_CODES, address)] as const]),
    ['crowded', countsOfNetworks(secret, LANE_OF_NETWORK, address)] as const,
    ['full', [countOf(secret, LANE_OF_ALL, '')]] as const,
  ];
  for (const [reason, counts] of rounds) {
    const waitSeconds = await countInTurn(db, counts, at);
    if (waitSeconds !== null) return { reason, waitSeconds };
  }
  return null;
}

/** Counts a code to a mailbox. false: it had enough, which nobody is told. `isLaneFull`: only a share for accounts is left. */
export async function countCode(
  db: Db,
  {
    secret,
    email,
    address,
    at,
    isLaneFull,
  }: Omit<TravellerSource, 'isProven'> & { email: string; isLaneFull: boolean },
): Promise<boolean> {
  const account = mailboxOf(email);
  const counts = [
    countOf(secret, CODES_TO_PAIR, pairOf({ account, address })),
    countOf(secret, CODES_TO_MAILBOX, account),
    ...(isLaneFull ? [countOf(secret, LANE_OF_KNOWN, '')] : []),
  ];
  return (await countInTurn(db, counts, at)) === null;
}

/** `waitSeconds`: by ticket, or by network where `isProofDue`. null: the guess may proceed. */
export type GuessCount = { waitSeconds: number | null; isProofDue: boolean; uncount(): Promise<void> };

export async function countGuess(
  db: Db,
  { secret, ticketHash, address, at, isProven }: TravellerSource & { ticketHash: Buffer },
): Promise<GuessCount> {
  const ticket = countOf(secret, GUESSES_BY_TICKET, ticketHash.toString('hex'));
  const networks = isProven ? [] : countsOfNetworks(secret, UNPROVEN_GUESSES, address);
  const uncount = () =>
    uncountFailure(
      db,
      [ticket, ...networks].map(({ key }) => key),
    );
  const waitSeconds = await count(db, [ticket], at);
  if (waitSeconds !== null) return { waitSeconds, isProofDue: false, uncount };
  const unproven = await countInTurn(db, networks, at);
  // nothing is guessed before the proof
  if (unproven !== null) await uncountFailure(db, [ticket.key]);
  return { waitSeconds: unproven, isProofDue: unproven !== null, uncount };
}
