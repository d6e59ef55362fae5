import { decimalText } from '#domain/money/decimal.ts';
import { readDecimal } from '../../db/numeric.ts';
import type { Db } from '../../db/open.ts';
import type { Act } from '../../http/actor.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { findHeldMails } from '../../mail/mails.queries.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { type Counter, tellBranch } from './counters.queries.ts';
import { type FixingState, listFixingStates } from './held-fixings.queries.ts';
import { type Amounts, comparedBefore } from './judge-fixing.ts';
import { listReviewers } from './reviewers.ts';

/** The least time between two letters about one bureau to one person: whoever fixes without end fills no mailbox. */
const LETTER_EVERY = 3_600_000;

type HeldNow = { code: string; amounts: Amounts; before: FixingState | null };

/** Writes down what is held from now on, and has who may accept or refuse it told, in the transaction that holds it. */
export async function tellHeld(
  trx: Db,
  act: Act,
  { companyId, branch, fixings }: Counter & { fixings: readonly HeldNow[] },
): Promise<void> {
  const counter = { companyId, branch };
  const where = await tellBranch(trx, counter);
  for (const { code, amounts, before } of fixings) {
    await writeAudit(trx, act, {
      action: 'fixing.held',
      companyId,
      changes: { ...where, ...changesOf(code, comparedBefore(before), amounts) },
    });
  }
  await writeReviewers(trx, counter, fixings, act.at);
}

/** What a fixing was and became, by side, and its currency. */
export function changesOf(code: string, was: Amounts, is: Amounts): Record<string, [unknown, unknown]> {
  return {
    currency: [null, code],
    purchase: [plain(was.purchase), plain(is.purchase)],
    sale: [plain(was.sale), plain(is.sale)],
  };
}

/** '1.10000000' as '1.1'. */
function plain(amount: string | null): string | null {
  return amount === null ? null : decimalText(readDecimal(amount));
}

/** One letter for all that is held when it is written: while one waits, no other is added. */
async function writeReviewers(
  trx: Db,
  counter: Counter,
  fixings: readonly HeldNow[],
  at: Date,
): Promise<void> {
  const { companyId } = counter;
  const codes = fixings.map(({ code }) => code);
  const hands = (await listFixingStates(trx, counter, codes)).map(({ heldBy }) => heldBy);
  const reviewers = (await listReviewers(trx, companyId)).filter(({ id }) =>
    hands.some((of) => !of.includes(id)),
  );
  const before = await findHeldMails(
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
