import { create } from 'zustand';
import type { Answer } from '#domain/api.ts';
import type { FixingSide } from '#domain/rates/draft.ts';
import type { RateRow } from '#domain/rates/fixing.ts';
import type { Sheet, SheetRow } from '#domain/sheets/sheet.ts';
import { clearCells, rewriteCells } from './cells.ts';
import { mergeNewer } from './drafts.ts';

export type LastBatch = Answer<'GET /api/fixings/batch/last'>;

type SheetState = {
  userId: number | null;
  branch: number | null;
  sheet: Sheet | null;
  /** currencies of the server's last answer, before a move under way; null: no sheet was made */
  seen: readonly string[] | null;
  /** undefined: unchanged since the page was loaded */
  lastBatch: LastBatch | undefined;
  /** currency whose row is unfolded */
  openRow: string | null;
  menu: { code: string; anchor: HTMLElement } | null;
};

export const useSheet = create<SheetState>(() => ({
  userId: null,
  branch: null,
  sheet: null,
  seen: null,
  lastBatch: undefined,
  openRow: null,
  menu: null,
}));

export const unfoldRow = (code: string | null) => useSheet.setState({ openRow: code });
export const closeRowMenu = () => useSheet.setState({ menu: null });

export function openSheet(
  userId: number,
  sheet: Sheet | null,
  readAt: number,
  branch: number | null = null,
): void {
  const known = useSheet.getState();
  if (known.userId !== userId || known.branch !== branch) {
    useSheet.setState({ userId, branch, sheet: null, seen: null, openRow: null, menu: null });
    clearCells();
  }
  useSheet.setState({ lastBatch: undefined });
  if (sheet) storeSheet(sheet, readAt);
}

export function storeSheet(sheet: Sheet, readNumber: number): void {
  const { sheet: known } = useSheet.getState();
  if (known && known.at > sheet.at) return;
  useSheet.setState({ sheet, seen: sheetCodes(sheet) });
  if (known && known.quote_unit !== sheet.quote_unit) rewriteCells();
  const present = new Set(sheet.rows.map(({ code }) => code));
  const removed = (known?.rows ?? []).filter(({ code }) => !present.has(code)).map(withoutRates);
  mergeNewer([...sheet.rows, ...removed], readNumber);
}

export function useForBranch(): string {
  return useSheet(({ branch, sheet }) => {
    const of = sheet?.counters.find(({ id }) => id === branch);
    return of ? ` pour l’agence ${of.name}` : '';
  });
}

/** Base of a change to the sheet: decision 033. */
export function sheetCodes({ is_made, rows }: Sheet): string[] | null {
  return is_made ? rows.map(({ code }) => code) : null;
}

export function withoutRates(row: RateRow): RateRow {
  const none = { purchase: null, sale: null, updated_at: null, freshness: null, suspended: null, by: null };
  return { ...row, ...none, held: false };
}

/** Fields of the sheet alone (rank, yesterday) stay until the next read. */
export function mergeRows(rows: readonly RateRow[]): void {
  const byCode = new Map(rows.map((row) => [row.code, row]));
  changeRows((known) => known.map((row) => ({ ...row, ...byCode.get(row.code) })));
  mergeNewer(rows);
}

export function changeRows(change: (rows: readonly SheetRow[]) => SheetRow[]): void {
  useSheet.setState(({ sheet }) => ({ sheet: sheet && { ...sheet, rows: change(sheet.rows) } }));
}

export type View = 'mine' | 'all' | 'to_confirm' | 'suspended';

const VIEWS: readonly string[] = ['mine', 'all', 'to_confirm', 'suspended'] satisfies View[];

export function lastView(userId: number, isMade: boolean): View {
  try {
    const storedView = localStorage.getItem(viewKey(userId));
    // checked by `includes`
    if (storedView !== null && VIEWS.includes(storedView)) return storedView as View;
  } catch {
    // without storage, the default applies
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

export function isInView(view: View, { freshness, suspended }: RateRow): boolean {
  if (view === 'to_confirm') return freshness === 'to_confirm' || freshness === 'stale';
  if (view === 'suspended') return isSuspended(suspended, 'purchase') || isSuspended(suspended, 'sale');
  return true;
}

export function isSuspended(suspended: RateRow['suspended'], side: FixingSide): boolean {
  return suspended?.[side] === true;
}

/** Row without a place on the sheet. */
export function toSheetRow(row: RateRow): SheetRow {
  return { ...row, mid_at: '', mid_source: '', yesterday: null, rank: null, rule: null };
}
