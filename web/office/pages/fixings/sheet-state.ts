import { create } from 'zustand';
import type { Answer } from '#domain/api.ts';
import type { FixingSide } from '#domain/rates/draft.ts';
import type { RateRow } from '#domain/rates/fixing.ts';
import type { Sheet, SheetRow } from '#domain/sheets/sheet.ts';
import { forgetCells, turnCells } from './cells.ts';
import { keepNewer } from './drafts.ts';

export type LastBatch = Answer<'GET /api/fixings/batch/last'>;

type SheetState = {
  userId: number | null;
  branch: number | null;
  sheet: Sheet | null;
  /** its currencies as the server last said them, before what is being moved; null: none was made */
  seen: readonly string[] | null;
  /** as heard of since the page was loaded; undefined: nothing was */
  lastBatch: LastBatch | undefined;
  /** the currency whose history stands over the sheet */
  historyOf: string | null;
};

/** The bureau's sheet as it was last heard of: loaded with the page, after an own act, or after a colleague's. */
export const useSheet = create<SheetState>(() => ({
  userId: null,
  branch: null,
  sheet: null,
  seen: null,
  lastBatch: undefined,
  historyOf: null,
}));

/** Takes the sheet that a page has loaded for its user; another user's, or another counter's, is none of theirs. */
export function openSheet(
  userId: number,
  sheet: Sheet | null,
  asked: number,
  branch: number | null = null,
): void {
  const known = useSheet.getState();
  if (known.userId !== userId || known.branch !== branch) {
    useSheet.setState({ userId, branch, sheet: null, seen: null });
    forgetCells();
  }
  useSheet.setState({ lastBatch: undefined });
  if (sheet) takeSheet(sheet, asked);
}

/** Takes a sheet that was asked for at `asked`, unless a newer one is there. */
export function takeSheet(sheet: Sheet, asked: number): void {
  const { sheet: known } = useSheet.getState();
  if (known && known.at > sheet.at) return;
  useSheet.setState({ sheet, seen: seenIn(sheet) });
  if (known && known.quote_unit !== sheet.quote_unit) turnCells();
  const present = new Set(sheet.rows.map(({ code }) => code));
  const gone = (known?.rows ?? []).filter(({ code }) => !present.has(code)).map(unfixed);
  keepNewer([...sheet.rows, ...gone], asked);
}

/** ' pour l’agence Roissy 2E', where the sheet is not the bureau's: what is published there is said to be there. */
export function useForCounter(): string {
  return useSheet(({ branch, sheet }) => {
    const counter = sheet?.counters.find(({ id }) => id === branch);
    return counter ? ` pour l’agence ${counter.name}` : '';
  });
}

/** What a change of a sheet is made over: docs/decisions/0470. */
export function seenIn({ is_made, rows }: Sheet): string[] | null {
  return is_made ? rows.map(({ code }) => code) : null;
}

/** A currency that is served is on the sheet: one that has left it has no rates. */
export function unfixed(row: RateRow): RateRow {
  const none = { purchase: null, sale: null, updated_at: null, freshness: null, suspended: null, by: null };
  return { ...row, ...none, held: false };
}

/** Takes what a call answered of these rows; what else the sheet knows of them stays until it is read again. */
export function takeRows(rows: readonly RateRow[]): void {
  const byCode = new Map(rows.map((row) => [row.code, row]));
  changeRows((known) => known.map((row) => ({ ...row, ...byCode.get(row.code) })));
  keepNewer(rows);
}

export function changeRows(change: (rows: readonly SheetRow[]) => SheetRow[]): void {
  useSheet.setState(({ sheet }) => ({ sheet: sheet && { ...sheet, rows: change(sheet.rows) } }));
}

/** The parts of the page: the bureau's sheet, whole or what of it needs a look, and the grid of the specification. */
export type View = 'mine' | 'all' | 'to_confirm' | 'suspended';

const VIEWS: readonly string[] = ['mine', 'all', 'to_confirm', 'suspended'] satisfies View[];

/** The view that the user had last on this device; before the first one, the sheet if there is one. */
export function lastView(userId: number, isMade: boolean): View {
  try {
    const kept = localStorage.getItem(viewKey(userId));
    // it is one of them
    if (kept !== null && VIEWS.includes(kept)) return kept as View;
  } catch {
    // a browser that keeps nothing shows what a first visit shows
  }
  return isMade ? 'mine' : 'all';
}

export function rememberView(userId: number, view: View): void {
  try {
    localStorage.setItem(viewKey(userId), view);
  } catch {
    return;
  }
}

function viewKey(userId: number): string {
  return `parite-fixings-view-${userId}`;
}

/** Whether a currency waits to be confirmed, or has a side that is not served. */
export function isIn(view: View, { freshness, suspended }: RateRow): boolean {
  if (view === 'to_confirm') return freshness === 'to_confirm' || freshness === 'stale';
  if (view === 'suspended') return isSuspended(suspended, 'purchase') || isSuspended(suspended, 'sale');
  return true;
}

export function isSuspended(suspended: RateRow['suspended'], side: FixingSide): boolean {
  return suspended?.[side] === true;
}
