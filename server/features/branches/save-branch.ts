import type { AuditAction } from '#domain/audit/audit.ts';
import type { BranchClosing, ClosingNow, Closure } from '#domain/branches/branch.ts';
import {
  type Branch,
  type BranchDraft,
  type BranchSave,
  type BranchView,
  branchDraft,
  MAX_BRANCHES,
  MAX_BRANCHES_WITH_OWN_RATES,
  MAX_MESSAGE_BYTES,
} from '#domain/branches/branch-draft.ts';
import { INVALID_HOURS } from '#domain/branches/branch-rules.ts';
import { checkLocation, placeQuery } from '#domain/branches/check-location.ts';
import { closeFrom, closureAt, formatEnd, reopenAt } from '#domain/branches/close-now.ts';
import { type BranchRow, branchFields, MAX_CLOSURES, toBranchRow } from '#domain/branches/fields.ts';
import type { Db } from '../../db/open.ts';
import type { Act } from '../../http/actor.ts';
import { checkDraft } from '../../http/check-draft.ts';
import { refuseConflicts } from '../../http/conflicts.ts';
import { HttpError } from '../../http/http-error.ts';
import { enqueueOpenings } from '../../jobs/enqueue-openings.ts';
import { type Changes, changesOf, writeAudit } from '../audit/write-audit.ts';
import { loadPlaces } from '../places/load-places.ts';
import { endBranchRates } from '../rates/end-branch-rates.ts';
import { requireTold, type StoppedSide } from '../reservations/told-closures.ts';
import {
  countBranchesWithOwnRates,
  countOpenReservations,
  insertBranch,
  lockAndCountBranches,
  measureBranches,
  selectBranchForUpdate,
  updateBranch,
  updateClosing,
} from './branches.queries.ts';
import { addOpenings } from './compute-openings.ts';

export type CompanyScope = { companyId: number | null };

export const CONFLICTS = {
  branches_company_id_name_key: () =>
    new HttpError(409, 'name_taken', 'Une agence de ce bureau porte déjà ce nom.'),
  branches_company_id_fkey: () => new HttpError(404, 'not_found', 'Ce bureau n’existe pas.'),
};

/** Inserts or updates a branch. Throws an HttpError: 400, 404, or 409 when it changed or its name is taken. */
export async function saveBranch(
  db: Db,
  keeper: CompanyScope,
  sent: BranchSave,
  act: Act,
): Promise<BranchView> {
  const { id, updated_at, company_id, tells_travellers = false, ...draft } = sent;
  const right = checkDraft(branchDraft, draft);
  requireKnownPlace(right);
  const stored = toBranchRow(right);
  await requireReadableHours(stored.hours);
  return refuseConflicts(CONFLICTS, () =>
    db.transaction().execute(async (trx) => {
      if (id === undefined) return add(trx, companyOf(keeper, company_id), stored, act);
      const before = await lockUnchanged(trx, { id, updated_at: updated_at ?? '' }, keeper);
      await change(trx, before, stored, act);
      const stopped = listStoppedSides(before, stored);
      const told = { companyId: before.company_id, branch: before.id, stopped, isSeen: tells_travellers };
      await tellExpected(trx, told, act.at);
      return selectSaved(trx, before.id);
    }),
  );
}

// Closes a branch at this minute, or ends what closes it. Throws an HttpError: 400, 404 or 409.
export async function closeNow(
  db: Db,
  keeper: CompanyScope,
  { id, is_closed, until = '', reason = '', tells_travellers = false }: ClosingNow,
  act: Act,
): Promise<BranchView> {
  return db.transaction().execute(async (trx) => {
    const before = await lockBranch(trx, id, keeper);
    const [now, zone] = [act.at.getTime(), before.time_zone];
    const inForce = closureAt(before.closures, now, zone);
    if (is_closed && before.is_closed) throw alreadyClosed(before);
    if (!is_closed && inForce === null) throw notClosedNow();
    const closures = is_closed
      ? closeFrom(before.closures, { until, reason }, now, zone)
      : reopenAt(before.closures, now, zone);
    requireRightClosures(closures);
    const end = inForce && formatEnd(inForce, now, zone);
    const next = closureAt(closures, now, zone);
    if (is_closed && end !== null && next && formatEnd(next, now, zone) === end)
      throw alreadyClosed(before, ` ${end}`);
    const reasons = reason.trim() === '' ? {} : { reason: [null, reason.trim()] as [null, string] };
    const journal: JournalLine = is_closed
      ? { action: 'branch.closed', more: { until: [null, until], ...reasons } }
      : { action: 'branch.reopened' };
    await change(trx, before, toBranchRow({ ...before, closures }), act, journal);
    // travellers of an open branch have nothing to hear
    const told = {
      companyId: before.company_id,
      branch: before.id,
      stopped: [],
      isSeen: !is_closed || tells_travellers,
    };
    await tellExpected(trx, { ...told, act: 'fermez' }, act.at);
    return selectSaved(trx, before.id);
  });
}

function alreadyClosed({ name }: Branch, end = ''): HttpError {
  return new HttpError(409, 'already_closed', `${name} est déjà fermée${end}.`);
}

function notClosedNow(): HttpError {
  const sentence =
    'Aucune fermeture n’est en cours à cette heure. Une nuit commencée hier se rouvre sur la page de l’agence.';
  return new HttpError(409, 'not_closed_now', sentence);
}

function requireRightClosures(closures: Closure[]): void {
  const error = branchFields.closures.rule(closures);
  if (error) throw new HttpError(400, error.code, error.message);
  if (closures.length <= MAX_CLOSURES) return;
  const sentence = `Une agence a ${MAX_CLOSURES} fermetures exceptionnelles au plus. Retirez-en une sur sa page.`;
  throw new HttpError(409, 'too_many_closures', sentence);
}

export function listStoppedSides(before: Branch, { sells, buys_back }: BranchRow): StoppedSide[] {
  return [
    ...(before.sells && !sells ? [{ branch: before.id, side: 'sale' as const }] : []),
    ...(before.buys_back && !buys_back ? [{ branch: before.id, side: 'purchase' as const }] : []),
  ];
}

const COMPUTE_WITHIN_MS = 5000;

/**
 * Computes new opening hours of branches with reservations, and tells whom they shut out. The queue computes and tells what
 * takes too long.
 */
export async function tellExpected(
  trx: Db,
  told: {
    companyId: number;
    branch?: number;
    stopped: readonly StoppedSide[];
    isSeen: boolean;
    act?: 'enregistrez' | 'fermez';
  },
  at: Date,
): Promise<void> {
  const { companyId, branch } = told;
  if ((await countOpenReservations(trx, companyId, branch)).expected === 0) return;
  const signal = AbortSignal.timeout(COMPUTE_WITHIN_MS);
  try {
    await addOpenings(trx, at, companyId, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  await requireTold(trx, { ...told, at });
}

/**
 * Closes or reopens a branch. Throws an HttpError: 404, or 409 when it changed meanwhile or has open reservations,
 * which the company settles first.
 */
export async function closeBranch(
  db: Db,
  keeper: CompanyScope,
  { is_closed, ...asked }: BranchClosing,
  act: Act,
): Promise<BranchView> {
  return db.transaction().execute(async (trx) => {
    const before = await lockBranch(trx, asked.id, keeper);
    if (is_closed && before.is_closed) throw alreadyClosed(before);
    if (before.is_closed === is_closed) return selectSaved(trx, before.id);
    requireUnchanged(before, asked.updated_at);
    if (is_closed) await requireNoReservations(trx, before);
    if (before.rates === 'own') await endOwnRates(trx, before, act);
    await updateClosing(trx, before.id, is_closed ? act.at : null, act.at);
    await writeAudit(trx, act, {
      action: is_closed ? 'branch.closed' : 'branch.reopened',
      companyId: before.company_id,
      changes: { name: [before.name, before.name], is_closed: [before.is_closed, is_closed] },
    });
    await enqueueOpenings(trx);
    return selectSaved(trx, before.id);
  });
}

async function add(trx: Db, companyId: number, stored: BranchRow, act: Act): Promise<BranchView> {
  requireBranchQuota((await lockAndCountBranches(trx, companyId)) + 1);
  const id = await insertAudited(trx, companyId, stored, act);
  if (stored.rates === 'own') await requireOwnRatesQuota(trx, companyId);
  await requireMessageSize(trx, companyId, 0);
  await enqueueOpenings(trx);
  return selectSaved(trx, id);
}

type JournalLine = { action: AuditAction; more?: Changes };

async function change(
  trx: Db,
  before: Branch,
  stored: BranchRow,
  act: Act,
  journal?: JournalLine,
): Promise<void> {
  const bytesBefore = await measureBranches(trx, before.company_id);
  if (!(await updateAudited(trx, before, stored, act, journal))) return;
  if (stored.rates === 'own' && before.rates !== 'own') await requireOwnRatesQuota(trx, before.company_id);
  await requireMessageSize(trx, before.company_id, bytesBefore);
  await enqueueOpenings(trx);
}

export function requireBranchQuota(count: number): void {
  if (count <= MAX_BRANCHES) return;
  const sentence = `Un bureau a ${MAX_BRANCHES} agences au plus, fermées comprises. Modifiez ou rouvrez l’une d’elles.`;
  throw new HttpError(409, 'too_many_branches', sentence);
}

/** Bounds the work of a comparison. Simultaneous changes may exceed the bound by one, which breaks no other rule. */
export async function requireOwnRatesQuota(trx: Db, companyId: number): Promise<void> {
  if ((await countBranchesWithOwnRates(trx, companyId)) <= MAX_BRANCHES_WITH_OWN_RATES) return;
  const sentence = `Un bureau a ${MAX_BRANCHES_WITH_OWN_RATES} agences avec une feuille à part au plus, fermées comprises. Donnez aux autres les taux du bureau, ou un pourcentage.`;
  throw new HttpError(409, 'too_many_sheets', sentence);
}

/**
 * Bounds the bytes of a stream message, beyond which each change would make all subscribers reread. Branches above the
 * bound (`bytesBefore`) may shrink step by step.
 */
export async function requireMessageSize(trx: Db, companyId: number, bytesBefore: number): Promise<void> {
  const bytes = await measureBranches(trx, companyId);
  if (bytes <= MAX_MESSAGE_BYTES || bytes <= bytesBefore) return;
  const sentence =
    'Les agences de ce bureau dépassent ensemble la place prévue. Retirez des fermetures passées, ou raccourcissez les textes.';
  throw new HttpError(409, 'too_much_said', sentence);
}

export async function insertAudited(
  trx: Db,
  companyId: number,
  stored: BranchRow,
  act: Act,
): Promise<number> {
  const id = await insertBranch(trx, companyId, stored, act.at);
  await writeAudit(trx, act, { action: 'branch.added', companyId, changes: changesOf(null, stored) });
  return id;
}

export async function updateAudited(
  trx: Db,
  before: Branch,
  stored: BranchRow,
  act: Act,
  { action, more }: JournalLine = { action: 'branch.edited' },
): Promise<boolean> {
  const was = toBranchRow(before);
  const changes = changesOf<BranchRow>(was, stored);
  // the position as a whole, however few of its figures changed
  if (changes.lat || changes.lon)
    Object.assign(changes, { lat: [was.lat, stored.lat], lon: [was.lon, stored.lon] });
  if (Object.keys(changes).length === 0) return false;
  if (before.rates !== stored.rates && [before.rates, stored.rates].includes('own')) {
    await endOwnRates(trx, before, act);
  }
  await updateBranch(trx, before.id, stored, act.at);
  await writeAudit(trx, act, {
    action,
    companyId: before.company_id,
    changes: { name: [before.name, stored.name], ...changes, ...more },
  });
  return true;
}

/** Ends own rates both when a branch leaves them and when it returns to them, because the old ones are stale. */
function endOwnRates(trx: Db, { id, company_id }: Branch, act: Act): Promise<void> {
  return endBranchRates(trx, { companyId: company_id, branch: id, act });
}

async function lockUnchanged(
  trx: Db,
  { id, updated_at }: { id: number; updated_at: string },
  keeper: CompanyScope,
): Promise<Branch> {
  const branch = await lockBranch(trx, id, keeper);
  requireUnchanged(branch, updated_at);
  return branch;
}

async function lockBranch(trx: Db, id: number, { companyId }: CompanyScope): Promise<Branch> {
  const branch = await selectBranchForUpdate(trx, id, companyId);
  if (!branch) throw noBranch();
  return branch;
}

function requireUnchanged(branch: Branch, updatedAt: string): void {
  if (branch.updated_at === updatedAt) return;
  const sentence = 'Cette agence a été modifiée entre-temps. Rechargez la page, puis recommencez.';
  throw new HttpError(409, 'branch_changed', sentence);
}

export function noBranch(): HttpError {
  return new HttpError(404, 'not_found', 'Cette agence n’existe pas.');
}

/** Requires the branch's lock, so that concurrent reservations either count or find it closed. */
async function requireNoReservations(trx: Db, branch: Branch): Promise<void> {
  const { expected } = await countOpenReservations(trx, branch.company_id, branch.id);
  if (expected === 0) return;
  const [are, them] = expected > 1 ? ['s sont attendues', 'les'] : [' est attendue', 'la'];
  const sentence = `${expected} réservation${are} dans cette agence. Remettez-${them}, refusez-${them} ou annulez-${them} d’abord, dans Commandes.`;
  throw new HttpError(409, 'reservations_expected', sentence);
}

async function selectSaved(trx: Db, id: number): Promise<BranchView> {
  const branch = await selectBranchForUpdate(trx, id, null);
  if (!branch) throw new Error('a branch that was just written is not there');
  return { ...branch, ...(await countOpenReservations(trx, branch.company_id, branch.id)) };
}

export function companyOf({ companyId }: CompanyScope, named: number | undefined): number {
  if (companyId !== null) return companyId;
  if (named !== undefined) return named;
  throw new HttpError(400, 'missing_company', 'Indiquez le bureau de cette agence.');
}

export function requireKnownPlace(draft: BranchDraft): void {
  const query = placeQuery(draft);
  if (!query) return;
  const places = loadPlaces();
  const known =
    query.code === undefined ? places.find(query.q ?? '') : [places.byCode(query.code) ?? []].flat();
  const error = checkLocation(draft, known);
  if (error) throw new HttpError(400, error.code, error.message);
}

/** Loads the library with the first saved branch, not at the start. */
async function requireReadableHours(hours: string): Promise<void> {
  if (hours === '') return;
  const { default: OpeningHours } = await import('opening_hours');
  try {
    new OpeningHours(hours, null);
  } catch {
    throw new HttpError(400, INVALID_HOURS.code, INVALID_HOURS.message);
  }
}
