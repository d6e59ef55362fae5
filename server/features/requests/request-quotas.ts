import type { Db } from '../../db/open.ts';
import { HttpError } from '../../http/http-error.ts';
import {
  countInTurn,
  countOf,
  countsOfNetworks,
  HOUR,
  isUsedUp,
  type Limit,
  MINUTE,
  type NetworkLimits,
} from '../accounts/counts.ts';

const DAY = 24 * HOUR;

/** Reservations of a mailbox, counted beside its accounts', so that an erased account that comes back resets nothing. */
export const MOST_AN_HOUR = 5;
export const MOST_A_DAY = 20;
const MADE_IN_HOUR: Limit = { name: 'reservation:hour', window: HOUR, most: MOST_AN_HOUR };
const MADE_IN_DAY: Limit = { name: 'reservation:day', window: DAY, most: MOST_A_DAY };

/** Out-of-stock answers of a company, because each costs locks and tells when the others reserve. */
const REFUSALS_OF_MAILBOX: Limit = { name: 'out-of-stock:mailbox', window: DAY, most: 5 };
const REFUSALS_OF_NETWORK: NetworkLimits = {
  name: 'out-of-stock:network',
  window: HOUR,
  // far above what a hall of travellers hears when notes run out
  most: [500, 1000, 2000],
};

const REFUSALS_OF_REQUEST: Limit = { name: 'out-of-stock:request', window: MINUTE, most: 1 };

export type QuotaHolder = { secret: string; mailbox: string; companyId: number; address?: string; at: Date };

/** Refuses whose mailbox got enough out-of-stock answers of a company, and newcomers whose network did. */
export async function refuseAskers(
  db: Db,
  holder: QuotaHolder,
  isClient: () => Promise<boolean>,
): Promise<void> {
  const { own, networks } = refusalsOf(holder);
  if (await isUsedUp(db, [own], holder.at)) {
    throw askedTooOften('vos dernières demandes : revenez demain');
  }
  if ((await isUsedUp(db, networks, holder.at)) && !(await isClient())) {
    throw askedTooOften('les dernières demandes de votre réseau : réessayez dans une heure');
  }
}

/** `request`: the same for one that is asked again after a lost answer, which counts once a minute. */
export async function countRefusal(db: Db, holder: QuotaHolder, request?: string): Promise<void> {
  const { own, networks } = refusalsOf(holder);
  const once = request === undefined ? [] : [countOf(holder.secret, REFUSALS_OF_REQUEST, request)];
  await countInTurn(db, [...once, own, ...networks], holder.at);
}

function refusalsOf({ secret, mailbox, companyId, address }: QuotaHolder) {
  return {
    own: countOf(secret, REFUSALS_OF_MAILBOX, `${companyId} ${mailbox}`),
    networks: address ? countsOfNetworks(secret, REFUSALS_OF_NETWORK, address, String(companyId)) : [],
  };
}

function askedTooOften(what: string): HttpError {
  const sentence = `Ce bureau n’avait pas assez de billets pour ${what}, ou choisissez-en un autre.`;
  return new HttpError(429, 'asked_too_often', sentence);
}

/** Counts a reservation in its transaction. false: the mailbox has made enough, under whatever account. */
export async function countReservation(
  trx: Db,
  { secret, mailbox, at }: Pick<QuotaHolder, 'secret' | 'mailbox' | 'at'>,
): Promise<boolean> {
  const made = [MADE_IN_HOUR, MADE_IN_DAY].map((limit) => countOf(secret, limit, mailbox));
  return (await countInTurn(trx, made, at)) === null;
}
