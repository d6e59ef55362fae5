import type { FixingSide } from '#domain/fixings/draft.ts';

/** The id of the field where a side of a currency is typed. */
export function fieldId(code: string, side: FixingSide): string {
  return `${side}-${code}`;
}

/** Moves to the same field of another row: 1 for the next one on the screen, -1 for the one before. */
export function moveBetweenRows(from: HTMLInputElement, step: 1 | -1): void {
  const column = listFields(sideOf(from));
  column[column.indexOf(from) + step]?.focus();
}

/**
 * Goes on after a save: from the purchase to the sale, from there to the next row, else stays. Who went elsewhere
 * while the page was reloaded is left there.
 */
export function focusAfter(code: string, saved: FixingSide): void {
  if (hasGoneElsewhere(code)) return;
  const purchases = listFields('purchase').map(({ id }) => id);
  const nextRow = purchases[purchases.indexOf(fieldId(code, 'purchase')) + 1];
  const next = saved === 'purchase' ? fieldId(code, 'sale') : nextRow;
  document.getElementById(next ?? fieldId(code, saved))?.focus();
}

export function focusField(code: string, side: FixingSide): void {
  document.getElementById(fieldId(code, side))?.focus();
}

/** The first field of the grid, as it is searched. */
export function focusFirst(): void {
  listFields('purchase')[0]?.focus();
}

/** True unless the focus is on the row that was saved, on the modal that says so, or nowhere. */
function hasGoneElsewhere(code: string): boolean {
  const at = document.activeElement;
  if (at === null || at === document.body || at.closest('[role="dialog"], [role="alertdialog"]'))
    return false;
  const row = document.getElementById(fieldId(code, 'sale'))?.closest('tr, li');
  return !row?.contains(at);
}

function listFields(side: FixingSide): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>(`input[id^="${side}-"]`)];
}

function sideOf(field: HTMLInputElement): FixingSide {
  return field.id.startsWith('purchase') ? 'purchase' : 'sale';
}
