import type { FixingSide } from '#domain/rates/draft.ts';

export function fieldId(code: string, side: FixingSide): string {
  return `${side}-${code}`;
}

export function codeOf(fieldId: string): string {
  return fieldId.slice(fieldId.indexOf('-') + 1);
}

export function fieldOf(code: string, side: FixingSide): HTMLInputElement | null {
  const field = document.getElementById(fieldId(code, side));
  return field instanceof HTMLInputElement ? field : null;
}

/** 1: next row on the screen; -1: previous. False: none. */
export function moveBetweenRows(from: HTMLInputElement, step: 1 | -1): boolean {
  const column = listFields(sideOf(from));
  const next = column[column.indexOf(from) + step];
  next?.focus();
  return next !== undefined;
}

export function focusNextAfterSave(code: string, saved: FixingSide): void {
  if (!isFocusOnRows([code])) return;
  const purchases = listFields('purchase').map(({ id }) => id);
  const nextRow = purchases[purchases.indexOf(fieldId(code, 'purchase')) + 1];
  const next = saved === 'purchase' ? fieldId(code, 'sale') : nextRow;
  document.getElementById(next ?? fieldId(code, saved))?.focus();
}

export function focusField(code: string, side: FixingSide): void {
  fieldOf(code, side)?.focus();
}

export function focusFirst(side: FixingSide = 'purchase'): void {
  listFields(side)[0]?.focus();
}

function isFocusOnRows(codes: readonly string[]): boolean {
  const at = document.activeElement;
  if (at === null || at === document.body || at.closest('[role="dialog"], [role="alertdialog"]')) return true;
  return codes.some((code) => fieldOf(code, 'sale')?.closest('tr, li')?.contains(at));
}

function listFields(side: FixingSide): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>(`input[id^="${side}-"]`)];
}

export function sideOf(field: HTMLInputElement): FixingSide {
  return field.id.startsWith('purchase') ? 'purchase' : 'sale';
}
