import { create } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { changedSides, type FixingDraft, type FixingSide } from '#domain/rates/draft.ts';
import type { RateRow } from '#domain/rates/fixing.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { isBoolean, isNumber, isString, nullOr, oneOf, optional, recordOf, shapeOf } from '../../shapes.ts';
import { readFromTab, storeInTab } from '../../tab-storage.ts';
import { hasChoices, useTables } from './in/pending-table.ts';

export type RowDraft = FixingDraft & {
  /** the row's `updated_at` at typing */
  seen: string | null;
  /** the row's amounts at typing; missing in a draft that an older version stored */
  over?: Over;
  isChanged: boolean;
  isOvertaken: boolean;
  /** missing in a draft that an older version stored */
  origin?: DraftOrigin;
  /** milliseconds; first change */
  at?: number;
};

export type DraftOrigin = 'typed' | 'pasted' | 'file' | 'history';

type Over = Pick<RateRow, 'purchase' | 'sale'>;

type Drafts = {
  userId: number | null;
  /** null: the company's own sheet */
  branch: number | null;
  rows: Readonly<Record<string, RowDraft>>;
  newer: Readonly<Record<string, RateRow>>;
  saves: Readonly<Record<string, SaveState>>;
};

export type SaveState =
  | 'waiting'
  | 'sending'
  | 'late'
  /** no answer: the row's state is being read */
  | 'lost'
  /** no answer, and nothing was saved */
  | 'unsaved';

/**
 * Drafts by currency code. They outlive a reload and are stored in the browser's tab for their user alone, so
 * that an expired session loses nothing.
 */
export const useDrafts = create<Drafts>(() => ({
  userId: null,
  branch: null,
  rows: {},
  newer: {},
  saves: {},
}));

export function branchBody(): { branch?: number } {
  const { branch } = useDrafts.getState();
  return branch === null ? {} : { branch };
}

export function isCurrentBranch({ branch = null }: { branch?: number | null }): boolean {
  return useDrafts.getState().branch === branch;
}

/**
 * Logical time of reads and updates. A row whose fixing is undone gets its former date back, so dates alone
 * cannot tell which is newer.
 */
let readClock = 0;
let updatedAtTick: Readonly<Record<string, number>> = {};

/** Call before a read: an update during it may be newer than the answer. */
export function startRead(): number {
  readClock += 1;
  return readClock;
}

/** Restores the user's drafts of this tab. `readAt`: tick of the read, since a row saved after it is newer. */
export function openDrafts(
  userId: number,
  rates: readonly RateRow[],
  readAt = 0,
  branch: number | null = null,
): void {
  const known = useDrafts.getState();
  const isSame = known.userId === userId && known.branch === branch;
  const left = isSame ? known.rows : readStoredDrafts(userId, branch);
  if (rates.length === 0) {
    // a page without the company's rates proves nothing about the drafts
    useDrafts.setState({ ...(isSame ? known : { newer: {}, saves: {} }), userId, branch, rows: left });
    return;
  }
  const newer = rates.flatMap((loaded): [string, RateRow][] => {
    const current = isSame ? known.newer[loaded.code] : undefined;
    return !current || isNewer(loaded, current, readAt) ? [] : [[loaded.code, current]];
  });
  const newerRows = Object.fromEntries(newer);
  const remaining = rates.flatMap((loaded): [string, RowDraft][] => {
    const draft = left[loaded.code];
    const isChanged = draft !== undefined && changedSides(newerRows[loaded.code] ?? loaded, draft).length > 0;
    // a draft equal to the rate may be half typed: it goes when its field is left
    return draft && (isSame || isChanged) ? [[loaded.code, { ...draft, isChanged }]] : [];
  });
  const saves = isSame ? known.saves : {};
  useDrafts.setState({ userId, branch, rows: Object.fromEntries(remaining), newer: newerRows, saves });
}

function isNewer(row: RateRow, loadedRow: RateRow, readNumber: number): boolean {
  if (readNumber > (updatedAtTick[row.code] ?? 0)) return true;
  // update during the read; both dates come from Date's toISOString
  return (row.updated_at ?? '') >= (loadedRow.updated_at ?? '');
}

function addNewer(rows: readonly RateRow[]): Drafts['newer'] {
  readClock += 1;
  updatedAtTick = { ...updatedAtTick, ...Object.fromEntries(rows.map(({ code }) => [code, readClock])) };
  return { ...useDrafts.getState().newer, ...Object.fromEntries(rows.map((row) => [row.code, row])) };
}

export function useRow(loaded: RateRow) {
  return useDrafts(
    useShallow(({ newer, rows, saves }) => ({
      row: newer[loaded.code] ?? loaded,
      draft: rows[loaded.code],
      saving: saves[loaded.code],
    })),
  );
}

export function useUnchanged(loaded: readonly RateRow[]): readonly RateRow[] {
  return useDrafts(
    useShallow(({ newer, rows, saves }) =>
      loaded
        .filter(({ code }) => !rows[code]?.isChanged && saves[code] === undefined)
        .map((row) => newer[row.code] ?? row)
        .filter(({ updated_at, held }) => updated_at !== null && !held),
    ),
  );
}

export function isBeingSaved(state: SaveState | undefined): boolean {
  return state === 'waiting' || state === 'sending' || state === 'late';
}

export function setSaveState(code: string, state: SaveState | null): void {
  useDrafts.setState(({ saves: { [code]: _, ...others } }) => ({
    saves: state ? { ...others, [code]: state } : others,
  }));
}

export function typeDraft(row: RateRow, side: FixingSide, text: string, origin: DraftOrigin = 'typed'): void {
  setRow(row.code, (former) => {
    const { at = Date.now() } = former?.isChanged ? former : {};
    const { seen, over, isOvertaken } = former?.isChanged ? former : seenOf(row);
    const typed = { purchase: former?.purchase, sale: former?.sale, [side]: text };
    const draft = {
      ...(typed.purchase !== undefined && { purchase: typed.purchase }),
      ...(typed.sale !== undefined && { sale: typed.sale }),
    };
    return {
      ...draft,
      seen,
      ...(over && { over }),
      isOvertaken,
      isChanged: changedSides(row, draft).length > 0,
      origin,
      at,
    };
  });
  if (useDrafts.getState().saves[row.code] === 'unsaved') setSaveState(row.code, null);
}

function seenOf({ updated_at, purchase, sale }: RateRow): Pick<RowDraft, 'seen' | 'over' | 'isOvertaken'> {
  return { seen: updated_at, over: { purchase, sale }, isOvertaken: false };
}

/** True when the amounts under the draft changed. A mere confirmation is no change. */
export function isOvertaken(row: RateRow, draft: RowDraft): boolean {
  if (draft.isOvertaken) return true;
  if (draft.seen === row.updated_at) return false;
  const { over } = draft;
  return row.held || !over || over.purchase !== row.purchase || over.sale !== row.sale;
}

export function leaveDraft(row: RateRow, side: FixingSide): void {
  setRow(row.code, (former) => {
    if (!former || changedSides(row, former).includes(side)) return former;
    const { purchase, sale, ...state } = former;
    if (side === 'purchase') return sale === undefined ? undefined : { ...state, sale };
    return purchase === undefined ? undefined : { ...state, purchase };
  });
}

export function dropDraft(code: string): void {
  setRow(code, () => undefined);
}

export function settleSaved(row: RateRow): void {
  useDrafts.setState({ newer: addNewer([row]) });
  setRow(row.code, (former) =>
    former && changedSides(row, former).length > 0 ? { ...former, ...seenOf(row) } : undefined,
  );
}

export function markOvertaken(row: RateRow): void {
  useDrafts.setState({ newer: addNewer([row]) });
  setRow(row.code, (former) => {
    if (!former) return undefined;
    const isChanged = changedSides(row, former).length > 0;
    return { ...former, ...seenOf(row), isOvertaken: true, isChanged };
  });
}

export function mergeNewer(loadedRows: readonly RateRow[], readNumber = startRead()): void {
  const { newer, rows } = useDrafts.getState();
  const found = loadedRows.filter((row) => {
    const known = newer[row.code];
    return !known || isNewer(row, known, readNumber);
  });
  if (found.length === 0) return;
  const drafts = found.flatMap((row): [string, RowDraft][] => {
    const draft = rows[row.code];
    return draft ? [[row.code, { ...draft, isChanged: changedSides(row, draft).length > 0 }]] : [];
  });
  useDrafts.setState({
    newer: addNewer(found),
    rows: { ...rows, ...Object.fromEntries(drafts) },
  });
  storeDrafts();
}

export function restoreDraft(code: string, draft: RowDraft | undefined): void {
  setRow(code, () => draft);
}

export function countUnsaved({ rows }: Pick<Drafts, 'rows'>): number {
  return Object.values(rows).filter(({ isChanged }) => isChanged).length;
}

/**
 * Asks before the tab closes over unsaved rows or choices in a table, on any page. Drafts of another user are not asked about: they
 * stay stored for that user.
 */
export function warnBeforeLeaving(): void {
  addEventListener('beforeunload', (event) => {
    const drafts = useDrafts.getState();
    const { user } = useClientState.getState();
    if (user !== null && user.id !== drafts.userId) return;
    if (countUnsaved(drafts) > 0 || hasChoices(useTables.getState().table)) event.preventDefault();
  });
}

function setRow(code: string, next: (former: RowDraft | undefined) => RowDraft | undefined): void {
  useDrafts.setState(({ rows: { [code]: former, ...others } }) => {
    const draft = next(former);
    return { rows: draft ? { ...others, [code]: draft } : others };
  });
  storeDrafts();
}

function storeDrafts(): void {
  const { userId, branch, rows } = useDrafts.getState();
  if (userId === null) return;
  const changed = Object.entries(rows).filter(([, { isChanged }]) => isChanged);
  storeInTab(keyOf(userId, branch), changed.length === 0 ? null : Object.fromEntries(changed));
}

function readStoredDrafts(userId: number, branch: number | null): Readonly<Record<string, RowDraft>> {
  const stored = readFromTab<Record<string, RowDraft>>(keyOf(userId, branch), recordOf(isAnything)) ?? {};
  return Object.fromEntries(Object.entries(stored).filter(([, draft]) => isDraft(draft)));
}

const isAnything = () => true;

const isAmount = nullOr(isNumber);
const isDraft = shapeOf({
  purchase: optional(isString),
  sale: optional(isString),
  seen: nullOr(isString),
  over: optional(shapeOf({ purchase: isAmount, sale: isAmount })),
  isChanged: isBoolean,
  isOvertaken: isBoolean,
  origin: optional(oneOf(['typed', 'pasted', 'file', 'history'] satisfies DraftOrigin[])),
  at: optional(isNumber),
});

function keyOf(userId: number, branch: number | null): string {
  return branch === null ? `parite-fixings-${userId}` : `parite-fixings-${userId}-agence-${branch}`;
}
