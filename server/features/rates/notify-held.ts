import { decimalText } from '#domain/money/decimal.ts';
import { readDecimal } from '../../db/numeric.ts';
import type { Db } from '../../db/open.ts';
import type { Act } from '../../http/actor.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { selectReviewMails } from '../../mail/mails.queries.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { type FixingState, listFixingStates } from './held-fixings.queries.ts';
import { type Amounts, lastCompared } from './plausibility.ts';
import { describeBranch, type RateOwner } from './rate-owners.queries.ts';
import { listReviewers } from './reviewers.ts';

/** Shortest time between two letters about one company to one person, so that nobody's mailbox is flooded. */
const LETTER_EVERY = 3_600_000;

type HeldNotice = { code: string; amounts: Amounts; before: FixingState | null };

/** Journals held fixings and notifies their reviewers, in the transaction that holds them. */
export async function notifyHeld(
  trx: Db,
  act: Act,
  { companyId, branch, fixings }: RateOwner & { fixings: readonly HeldNotice[] },
): Promise<void> {
  const owner = { companyId, branch };
  const where = await describeBranch(trx, owner);
  for (const { code, amounts, before } of fixings) {
    await writeAudit(trx, act, {
      action: 'fixing.held',
      companyId,
      changes: { ...where, ...diffFixing(code, lastCompared(before), amounts) },
    });
  }
  await enqueueReviewerMails(trx, owner, fixings, act.at);
}

export function diffFixing(code: string, was: Amounts, is: Amounts): Record<string, [unknown, unknown]> {
  return {
    currency: [null, code],
    purchase: [trimZeros(was.purchase), trimZeros(is.purchase)],
    sale: [trimZeros(was.sale), trimZeros(is.sale)],
  };
}

function trimZeros(amount: string | null): string | null {
  return amount === null ? null : decimalText(readDecimal(amount));
}

/** A waiting letter covers everything held when it is written, so no second one is added. */
async function enqueueReviewerMails(
  trx: Db,
  owner: RateOwner,
  fixings: readonly HeldNotice[],
  at: Date,
): Promise<void> {
  const { companyId } = owner;
  const codes = fixings.map(({ code }) => code);
  const hands = (await listFixingStates(trx, owner, codes)).map(({ heldBy }) => heldBy);
  const reviewers = (await listReviewers(trx, companyId)).filter(({ id }) =>
    hands.some((of) => !of.includes(id)),
  );
  const before = await selectReviewMails(
    trx,
    companyId,
    reviewers.map(({ mail }) => mail),
  );
  for (const { id, mail } of reviewers) {
    const last = before.get(mail.toLowerCase());
    if (last?.isWaiting) continue;
    const dueAt = new Date(Math.max(at.getTime(), (last?.dueAt.getTime() ?? 0) + LETTER_EVERY));
    await enqueueMail(trx, {
      kind: 'held',
      recipient: mail,
      params: { company: companyId, user: id },
      at,
      dueAt,
    });
  }
}
