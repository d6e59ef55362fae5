import { create } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { changedSides, type FixingDraft, type FixingSide } from '#domain/rates/draft.ts';
import type { RateRow } from '#domain/rates/fixing.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';

/** What was typed in one row and is not saved. */
export type RowDraft = FixingDraft & {
  /** the row's `updated_at` when it was typed */
  seen: string | null;
  /** its amounts then; a draft that an older version has kept says none */
  over?: Over;
  /** whether it holds anything else than what is fixed */
  isChanged: boolean;
  /** whether its agent was told that the row changed under it */
  isOvertaken: boolean;
};

type Over = Pick<RateRow, 'purchase' | 'sale'>;

type Drafts = {
  userId: number | null;
  /** the branch whose own sheet is typed in; null: the bureau's */
  branch: number | null;
  rows: Readonly<Record<string, RowDraft>>;
  /** rows that were heard of after those that the page has loaded: saved here, or by another agent */
  newer: Readonly<Record<string, RateRow>>;
  /** the rows that are being saved, and those of which that is not known to have succeeded */
  saves: Readonly<Record<string, SaveState>>;
};

export type SaveState =
  /** another row is being saved */
  | 'waiting'
  | 'sending'
  /** still sending, for so long that it is said */
  | 'late'
  /** the answer was lost: what became of it is being asked */
  | 'lost'
  /** it was lost, and nothing was saved */
  | 'unsaved';

/**
 * What is typed in the grid, by currency code. It outlives the reload after a save, and is kept by the
 * browser's tab for its user alone, so that an expired session loses nothing.
 */
export const useDrafts = create<Drafts>(() => ({
  userId: null,
  branch: null,
  rows: {},
  newer: {},
  saves: {},
}));

/** What a call says of the counter that is typed in. */
export function ofCounter(): { branch?: number } {
  const { branch } = useDrafts.getState();
  return branch === null ? {} : { branch };
}

/** False for what is answered of another counter than the one that is on the screen by now. */
export function isCounter({ branch = null }: { branch?: number | null }): boolean {
  return useDrafts.getState().branch === branch;
}

/** Counts what is asked and heard here. A row that is taken back has its former age: only this tells what is newer. */
let clock = 0;
/** By code, when each row of `newer` was heard of. */
let heardAt: Readonly<Record<string, number>> = {};

/** To be called before rows are asked for: what was heard meanwhile may be newer than what is answered. */
export function startReading(): number {
  clock += 1;
  return clock;
}

/**
 * Takes up what the user left in this tab, and what became of the rows since. The rows were asked for at `asked`, maybe
 * before one of them was saved here: the newer one of the two stays.
 */
export function openDrafts(
  userId: number,
  rates: readonly RateRow[],
  asked = 0,
  branch: number | null = null,
): void {
  const known = useDrafts.getState();
  const isSame = known.userId === userId && known.branch === branch;
  const left = isSame ? known.rows : readKept(userId, branch);
  if (rates.length === 0) {
    // a page that shows no rates of the own bureau says nothing of them
    useDrafts.setState({ ...(isSame ? known : { newer: {}, saves: {} }), userId, branch, rows: left });
    return;
  }
  const newer = rates.flatMap((loaded): [string, RateRow][] => {
    const heard = isSame ? known.newer[loaded.code] : undefined;
    return !heard || isNews(loaded, heard, asked) ? [] : [[loaded.code, heard]];
  });
  const newerRows = Object.fromEntries(newer);
  const kept = rates.flatMap((loaded): [string, RowDraft][] => {
    const draft = left[loaded.code];
    const isChanged = draft !== undefined && changedSides(newerRows[loaded.code] ?? loaded, draft).length > 0;
    // what changes nothing may be on its way to: it goes when its field is left
    return draft && (isSame || isChanged) ? [[loaded.code, { ...draft, isChanged }]] : [];
  });
  const saves = isSame ? known.saves : {};
  useDrafts.setState({ userId, branch, rows: Object.fromEntries(kept), newer: newerRows, saves });
}

/** Whether a row that was asked for at `asked` takes the place of one that was heard of. */
function isNews(row: RateRow, heard: RateRow, asked: number): boolean {
  if (asked > (heardAt[row.code] ?? 0)) return true;
  // heard while it was asked for; both are written by Date's toISOString
  return (row.updated_at ?? '') >= (heard.updated_at ?? '');
}

/** The rows as they were last heard of. */
function hear(rows: readonly RateRow[]): Drafts['newer'] {
  clock += 1;
  heardAt = { ...heardAt, ...Object.fromEntries(rows.map(({ code }) => [code, clock])) };
  return { ...useDrafts.getState().newer, ...Object.fromEntries(rows.map((row) => [row.code, row])) };
}

/** What is known here of a row that was loaded: as it is now, what is typed over it, and how it is being saved. */
export function useRow(loaded: RateRow) {
  return useDrafts(
    useShallow(({ newer, rows, saves }) => ({
      row: newer[loaded.code] ?? loaded,
      draft: rows[loaded.code],
      saving: saves[loaded.code],
    })),
  );
}

/** The rows that can be confirmed as they are: fixed, not held, and nothing else is typed over them or being saved. */
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

/** True while it may neither be typed in nor be saved once more. */
export function isBeingSaved(state: SaveState | undefined): boolean {
  return state === 'waiting' || state === 'sending' || state === 'late';
}

export function setSaveState(code: string, state: SaveState | null): void {
  useDrafts.setState(({ saves: { [code]: _, ...others } }) => ({
    saves: state ? { ...others, [code]: state } : others,
  }));
}

export function typeDraft(row: RateRow, side: FixingSide, text: string): void {
  setRow(row.code, (former) => {
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
    };
  });
  if (useDrafts.getState().saves[row.code] === 'unsaved') setSaveState(row.code, null);
}

/** What a draft that is begun now, or looked at again, is typed over. */
function seenOf({ updated_at, purchase, sale }: RateRow): Pick<RowDraft, 'seen' | 'over' | 'isOvertaken'> {
  return { seen: updated_at, over: { purchase, sale }, isOvertaken: false };
}

/** Whether a row has other amounts than those that the draft was typed over: one that was only confirmed has not. */
export function isOvertaken(row: RateRow, draft: RowDraft): boolean {
  if (draft.isOvertaken) return true;
  if (draft.seen === row.updated_at) return false;
  const { over } = draft;
  return row.held || !over || over.purchase !== row.purchase || over.sale !== row.sale;
}

/** A field is left: what it holds goes unless it changes something, so that an emptied one shows its value again. */
export function leaveDraft(row: RateRow, side: FixingSide): void {
  setRow(row.code, (former) => {
    if (!former || changedSides(row, former).includes(side)) return former;
    const { purchase, sale, ...state } = former;
    if (side === 'purchase') return sale === undefined ? undefined : { ...state, sale };
    return purchase === undefined ? undefined : { ...state, purchase };
  });
}

/** Everything that was typed in the row is taken back. */
export function dropDraft(code: string): void {
  setRow(code, () => undefined);
}

/** The row was saved: nothing waits any more but what was typed since. */
export function keepSaved(row: RateRow): void {
  useDrafts.setState({ newer: hear([row]) });
  setRow(row.code, (former) =>
    former && changedSides(row, former).length > 0 ? { ...former, ...seenOf(row) } : undefined,
  );
}

/** Another agent was first: the new row shows, the draft stays and is now typed over it. */
export function keepOvertaken(row: RateRow): void {
  useDrafts.setState({ newer: hear([row]) });
  setRow(row.code, (former) => {
    if (!former) return undefined;
    const isChanged = changedSides(row, former).length > 0;
    return { ...former, ...seenOf(row), isOvertaken: true, isChanged };
  });
}

/** Rows that were asked for at `asked`, or that an own act answers: the newest stay, and no draft is touched. */
export function keepNewer(heard: readonly RateRow[], asked = startReading()): void {
  const { newer, rows } = useDrafts.getState();
  const found = heard.filter((row) => {
    const known = newer[row.code];
    return !known || isNews(row, known, asked);
  });
  if (found.length === 0) return;
  const drafts = found.flatMap((row): [string, RowDraft][] => {
    const draft = rows[row.code];
    return draft ? [[row.code, { ...draft, isChanged: changedSides(row, draft).length > 0 }]] : [];
  });
  useDrafts.setState({
    newer: hear(found),
    rows: { ...rows, ...Object.fromEntries(drafts) },
  });
  keep();
}

/** A row's draft as it was before a change. */
export function restoreDraft(code: string, draft: RowDraft | undefined): void {
  setRow(code, () => draft);
}

/** How many rows hold something that is not saved. */
export function countUnsaved({ rows }: Pick<Drafts, 'rows'>): number {
  return Object.values(rows).filter(({ isChanged }) => isChanged).length;
}

/**
 * From now on the browser asks before the tab is closed over unsaved rows, whatever page is on the screen. What
 * another user left in this tab waits for that user, and is nobody else's to lose.
 */
export function warnBeforeLeaving(): void {
  addEventListener('beforeunload', (event) => {
    const drafts = useDrafts.getState();
    const { user } = useClientState.getState();
    if (user !== null && user.id !== drafts.userId) return;
    if (countUnsaved(drafts) > 0) event.preventDefault();
  });
}

function setRow(code: string, next: (former: RowDraft | undefined) => RowDraft | undefined): void {
  useDrafts.setState(({ rows: { [code]: former, ...others } }) => {
    const draft = next(former);
    return { rows: draft ? { ...others, [code]: draft } : others };
  });
  keep();
}

function keep(): void {
  const { userId, branch, rows } = useDrafts.getState();
  if (userId === null) return;
  const changed = Object.entries(rows).filter(([, { isChanged }]) => isChanged);
  try {
    if (changed.length === 0) sessionStorage.removeItem(keyOf(userId, branch));
    else sessionStorage.setItem(keyOf(userId, branch), JSON.stringify(Object.fromEntries(changed)));
  } catch {
    // a browser may keep nothing (quota, private mode): the drafts then live as long as the page
  }
}

function readKept(userId: number, branch: number | null): Readonly<Record<string, RowDraft>> {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(userId, branch)) ?? '{}');
  } catch {
    return {};
  }
}

function keyOf(userId: number, branch: number | null): string {
  return branch === null ? `parite-fixings-${userId}` : `parite-fixings-${userId}-agence-${branch}`;
}
