import { create } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { changedSides, type FixingDraft, type FixingSide } from '#domain/fixings/draft.ts';
import type { RateRow } from '#domain/fixings/fixing.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';

/** What was typed in one row and is not saved. */
export type RowDraft = FixingDraft & {
  /** the row's `updated_at` when it was typed */
  seen: string | null;
  /** whether it holds anything else than what is fixed */
  isChanged: boolean;
  /** whether its agent was told that the row changed under it */
  isOvertaken: boolean;
};

type Drafts = {
  userId: number | null;
  rows: Readonly<Record<string, RowDraft>>;
  /** rows newer than those that the page has loaded: saved here, or by another agent */
  newer: Readonly<Record<string, RateRow>>;
  /** the currency that is being saved */
  saving: string | null;
};

/**
 * What is typed in the grid, by currency code. It outlives the reload after a save, and is kept by the
 * browser's tab for its user alone, so that an expired session loses nothing.
 */
export const useDrafts = create<Drafts>(() => ({ userId: null, rows: {}, newer: {}, saving: null }));

/** Takes up what the user left in this tab, and what became of the rows since. */
export function openDrafts(userId: number, rates: readonly RateRow[]): void {
  const { userId: openFor, rows } = useDrafts.getState();
  const left = openFor === userId ? rows : readKept(userId);
  const kept = rates.flatMap((row): [string, RowDraft][] => {
    const draft = left[row.code];
    const isChanged = draft !== undefined && changedSides(row, draft).length > 0;
    return isChanged ? [[row.code, { ...draft, isChanged }]] : [];
  });
  useDrafts.setState({ userId, rows: Object.fromEntries(kept), newer: {} });
}

/** What is known here of a row that was loaded: as it is now, what is typed over it, whether that is being saved. */
export function useRow(loaded: RateRow) {
  return useDrafts(
    useShallow(({ newer, rows, saving }) => ({
      row: newer[loaded.code] ?? loaded,
      draft: rows[loaded.code],
      isSaving: saving === loaded.code,
    })),
  );
}

export function typeDraft(row: RateRow, side: FixingSide, text: string): void {
  setRow(row.code, (former) => {
    const { seen = row.updated_at, isOvertaken = false } = former?.isChanged ? former : {};
    const typed = { purchase: former?.purchase, sale: former?.sale, [side]: text };
    const draft = {
      ...(typed.purchase !== undefined && { purchase: typed.purchase }),
      ...(typed.sale !== undefined && { sale: typed.sale }),
    };
    return { ...draft, seen, isOvertaken, isChanged: changedSides(row, draft).length > 0 };
  });
}

export function startSaving(code: string): void {
  useDrafts.setState({ saving: code });
}

export function endSaving(): void {
  useDrafts.setState({ saving: null });
}

/** The row was saved: nothing of it waits any more. */
export function keepSaved(row: RateRow): void {
  useDrafts.setState(({ newer }) => ({ newer: { ...newer, [row.code]: row } }));
  setRow(row.code, () => undefined);
}

/** Another agent was first: the new row shows, the draft stays and is now typed over it. */
export function keepOvertaken(row: RateRow): void {
  useDrafts.setState(({ newer }) => ({ newer: { ...newer, [row.code]: row } }));
  setRow(row.code, (former) => {
    if (!former) return undefined;
    const isChanged = changedSides(row, former).length > 0;
    return { ...former, seen: row.updated_at, isOvertaken: true, isChanged };
  });
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
  const { userId, rows } = useDrafts.getState();
  if (userId === null) return;
  const changed = Object.entries(rows).filter(([, { isChanged }]) => isChanged);
  try {
    if (changed.length === 0) sessionStorage.removeItem(keyOf(userId));
    else sessionStorage.setItem(keyOf(userId), JSON.stringify(Object.fromEntries(changed)));
  } catch {
    // a browser may keep nothing (quota, private mode): the drafts then live as long as the page
  }
}

function readKept(userId: number): Readonly<Record<string, RowDraft>> {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? '{}');
  } catch {
    return {};
  }
}

function keyOf(userId: number): string {
  return `parite-fixings-${userId}`;
}
