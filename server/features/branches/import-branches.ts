import {
  type BranchDraft,
  type BranchesImport,
  type BranchesImportAnswer,
  branchDraft,
} from '#domain/branches/branch-draft.ts';
import { INVALID_HOURS } from '#domain/branches/branch-rules.ts';
import { type BranchRow, toBranchRow } from '#domain/branches/fields.ts';
import type { Db } from '../../db/open.ts';
import type { Act } from '../../http/actor.ts';
import { checkDraft } from '../../http/check-draft.ts';
import { refuseConflicts } from '../../http/conflicts.ts';
import { HttpError } from '../../http/http-error.ts';
import { enqueueOpenings } from '../../jobs/enqueue-openings.ts';
import {
  countOpenReservations,
  lockAndCountBranches,
  measureBranches,
  selectBranchesForUpdate,
} from './branches.queries.ts';
import { findUnreadable, HoursTakeLong } from './open-intervals.ts';
import {
  CONFLICTS,
  type CompanyScope,
  companyOf,
  insertAudited,
  listStoppedSides,
  requireBranchQuota,
  requireKnownPlace,
  requireMessageSize,
  requireOwnRatesQuota,
  tellExpected,
  updateAudited,
} from './save-branch.ts';

type Line = { stored: BranchRow; updated_at: string | undefined };

/**
 * Adds and changes branches of one company by name, all or none. Throws an HttpError: 400, 404, or 409 when one changed
 * meanwhile.
 */
export async function importBranches(
  db: Db,
  keeper: CompanyScope,
  { company_id, tells_travellers = false, branches }: BranchesImport,
  act: Act,
): Promise<BranchesImportAnswer> {
  const companyId = companyOf(keeper, company_id);
  const lines = branches.map(({ updated_at, ...draft }) => ({ updated_at, stored: checkLine(draft) }));
  requireDistinctBranches(lines);
  await requireReadableLines(db, companyId, lines);
  const done = await refuseConflicts(CONFLICTS, () =>
    db.transaction().execute(async (trx) => {
      const count = await lockAndCountBranches(trx, companyId);
      const byName = new Map(
        (await selectBranchesForUpdate(trx, companyId)).map((branch) => [branch.name, branch]),
      );
      requireBranchQuota(count + lines.filter(({ stored }) => !byName.has(stored.name)).length);
      const saidBefore = await measureBranches(trx, companyId);
      const done = { added: 0, changed: 0 };
      for (const { stored, updated_at } of lines) {
        const before = byName.get(stored.name);
        if (before?.updated_at !== updated_at) throw changedMeanwhile(stored.name);
        if (!before) {
          await insertAudited(trx, companyId, stored, act);
          done.added += 1;
        } else if (await updateAudited(trx, before, stored, act)) done.changed += 1;
      }
      const gainsSheet = ({ stored: { name, rates } }: Line) =>
        rates === 'own' && byName.get(name)?.rates !== 'own';
      if (lines.some(gainsSheet)) await requireOwnRatesQuota(trx, companyId);
      if (done.added + done.changed > 0) {
        await requireMessageSize(trx, companyId, saidBefore);
        await enqueueOpenings(trx);
      }
      const stopped = lines.flatMap(({ stored }) => {
        const before = byName.get(stored.name);
        return before ? listStoppedSides(before, stored) : [];
      });
      await tellExpected(trx, { companyId, stopped, isSeen: tells_travellers }, act.at);
      return done;
    }),
  );
  const { to_move } = await countOpenReservations(db, companyId);
  return { ...done, to_move };
}

function checkLine(draft: BranchDraft): BranchRow {
  try {
    const right = checkDraft(branchDraft, draft);
    requireKnownPlace(right);
    return toBranchRow(right);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    throw ofBranch(draft.name.trim(), error);
  }
}

const READ_WITHIN_MS = 10_000;
const reading = new Set<number>();

/** Reads one table of a company at a time, so that no company keeps others waiting. Stored hours are readable. */
async function requireReadableLines(db: Db, companyId: number, lines: readonly Line[]): Promise<void> {
  if (reading.has(companyId)) {
    const sentence =
      'Un autre tableau de ce bureau est en cours de lecture. Attendez sa fin, puis recommencez.';
    throw new HttpError(429, 'import_under_way', sentence, { retryAfter: READ_WITHIN_MS / 1000 });
  }
  reading.add(companyId);
  try {
    const stored = await selectBranchesForUpdate(db, companyId);
    const known = new Set(['', ...stored.map(({ hours }) => hours)]);
    requireBranchQuota(
      new Set([...stored, ...lines.map((line) => line.stored)].map(({ name }) => name)).size,
    );
    const texts = new Set(lines.map((line) => line.stored.hours).filter((hours) => !known.has(hours)));
    if (texts.size === 0) return;
    const unreadable = await findUnreadable([...texts], READ_WITHIN_MS);
    const wrong = lines.find((line) => unreadable.includes(line.stored.hours));
    if (wrong) {
      throw ofBranch(wrong.stored.name, new HttpError(400, INVALID_HOURS.code, INVALID_HOURS.message));
    }
  } catch (error) {
    if (!(error instanceof HoursTakeLong)) throw error;
    const sentence = 'Les horaires de ces agences sont trop longs à lire. Importez-les en plusieurs fois.';
    throw new HttpError(400, 'hours_take_long', sentence);
  } finally {
    reading.delete(companyId);
  }
}

function ofBranch(name: string, { status, code, message }: HttpError): HttpError {
  return new HttpError(status, code, `${name}\u00a0: ${message}`);
}

function requireDistinctBranches(lines: readonly Line[]): void {
  const seen = new Set<string>();
  for (const { stored } of lines) {
    if (seen.has(stored.name)) {
      throw new HttpError(400, 'twice', `${stored.name}\u00a0: cette agence est là deux fois.`);
    }
    seen.add(stored.name);
  }
}

function changedMeanwhile(name: string): HttpError {
  const sentence = `${name}\u00a0: cette agence a été modifiée entre-temps. Rechargez la page, puis recommencez.`;
  return new HttpError(409, 'branch_changed', sentence);
}
