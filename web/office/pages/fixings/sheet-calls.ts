import type { FixingSide } from '#domain/rates/draft.ts';
import type { QuoteUnit, Sheet } from '#domain/sheets/sheet.ts';
import { titleOfUnit } from '#domain/sheets/unit-titles.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { showFailure } from '#web/shared/feedback/failure.ts';
import { announce } from '../../announce.ts';
import { askToTell } from '../../reservations/ask-to-tell.ts';
import { clearRowCells } from './cells.ts';
import { branchBody, dropDraft, isCurrentBranch, startRead, useDrafts } from './drafts.ts';
import { changeRows, mergeRows, sheetCodes, storeSheet, useSheet } from './sheet-state.ts';

/** Current and next read. Two at once might be answered in the wrong order. */
let reading: Promise<void> | null = null;
let next: Promise<void> | null = null;

/**
 * Reads the sheet without counting as use of the session, so that colleagues' events keep nobody logged in. A
 * failed read waits for the next event or page.
 */
export function rereadSheet(): Promise<void> {
  if (reading) {
    next ??= reading.then(() => {
      next = null;
      return rereadSheet();
    });
    return next;
  }
  reading = readSheet().finally(() => {
    reading = null;
  });
  return reading;
}

async function readSheet(): Promise<void> {
  // a change under way is answered with a newer sheet
  if (isSending) return;
  const readAt = startRead();
  const query = branchBody();
  try {
    const [sheet, lastBatch] = await Promise.all([
      call('GET /api/fixings/sheet', { query, isBackground: true }),
      call('GET /api/fixings/batch/last', { query, isBackground: true }),
    ]);
    if (isSending || !isCurrentBranch(query)) return;
    useSheet.setState({ lastBatch });
    const unit = useSheet.getState().sheet?.quote_unit;
    storeSheet(sheet, readAt);
    if (unit && unit !== sheet.quote_unit) {
      announce(`Un collègue écrit maintenant les taux ainsi : ${titleOfUnit(sheet.quote_unit)}`);
    }
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
  }
}

/** Change to the sheet. One call at a time, with the newest change alone, over the sheet of the last answer. */
type SheetChange = { branch?: number; currencies: string[]; quote_unit?: QuoteUnit };
let pendingChange: SheetChange | null = null;
let isSending = false;

async function changeSheet(change: SheetChange): Promise<boolean> {
  pendingChange = {
    ...(pendingChange && isCurrentBranch(pendingChange) ? pendingChange : {}),
    ...branchBody(),
    ...change,
  };
  if (isSending) return true;
  isSending = true;
  let { seen } = useSheet.getState();
  try {
    while (pendingChange) {
      const body = { ...pendingChange, seen: seen && [...seen] };
      pendingChange = null;
      const readNumber = startRead();
      const sheet: Sheet = await call('POST /api/fixings/sheet', { body });
      // the order changed again meanwhile: this answer is old
      if (!pendingChange && isCurrentBranch(body)) storeSheet(sheet, readNumber);
      seen = isCurrentBranch(body) ? sheetCodes(sheet) : useSheet.getState().seen;
    }
    return true;
  } catch (error) {
    pendingChange = null;
    isSending = false;
    showFailure(error);
    await rereadSheet();
    return false;
  } finally {
    isSending = false;
  }
}

export async function makeSheet(): Promise<boolean> {
  return changeSheet({ currencies: codesOf() });
}

// Sheet of these currencies, after those that it has.
export async function makeSheetOf(codes: readonly string[]): Promise<boolean> {
  return changeSheet({ currencies: [...new Set([...codesOf(), ...codes])] });
}

export async function addCurrency(code: string): Promise<boolean> {
  const codes = codesOf();
  return changeSheet({ currencies: codes.includes(code) ? codes : [...codes, code] });
}

export async function changeUnit(unit: QuoteUnit): Promise<boolean> {
  return changeSheet({ currencies: codesOf(), quote_unit: unit });
}

export async function moveCurrencyTo(code: string, at: string): Promise<void> {
  // order exists only on a made sheet
  if (!useSheet.getState().sheet?.is_made) return;
  const codes = codesOf();
  const to = codes.indexOf(at);
  const without = codes.filter((other) => other !== code);
  if (to < 0 || code === at) return;
  const ordered = [...without.slice(0, to), code, ...without.slice(to)];
  changeRows((rows) => ordered.flatMap((code) => rows.filter((row) => row.code === code)));
  await changeSheet({ currencies: ordered });
}

export async function moveCurrency(code: string, step: 1 | -1, focused?: string): Promise<void> {
  const codes = codesOf();
  const from = codes.indexOf(code);
  const at = codes[from + step];
  if (from < 0 || at === undefined || !useSheet.getState().sheet?.is_made) return;
  const placed = moveCurrencyTo(code, at);
  if (focused) requestAnimationFrame(() => document.getElementById(focused)?.focus());
  announce(`${code} est en place ${codesOf().indexOf(code) + 1} sur ${codes.length}.`);
  await placed;
}

export async function removeCurrency(code: string, tells = false): Promise<void> {
  const row = useSheet.getState().sheet?.rows.find((one) => one.code === code);
  if (!row) return;
  const { updated_at } = useDrafts.getState().newer[code] ?? row;
  try {
    const told = tells ? { tells_travellers: true } : {};
    const body = { ...branchBody(), currency: { code }, updated_at, ...told };
    mergeRows([await call('POST /api/fixings/leave', { body })]);
    dropDraft(code);
    clearRowCells(code);
    changeRows((rows) => rows.filter((one) => one.code !== code));
    announce(`${code} a quitté la feuille.`);
  } catch (error) {
    if (!askToTell(error, () => void removeCurrency(code, true), 'Retirer')) showFailure(error);
  }
  await rereadSheet();
}

export async function suspendSide(
  code: string,
  side: FixingSide,
  how: 'tomorrow' | 'endless' | null,
  tells = false,
): Promise<void> {
  try {
    const until = how === 'tomorrow' ? { until: tomorrowAtEight(new Date()).toISOString() } : {};
    const body = {
      ...branchBody(),
      currency: { code },
      [side]: how !== null,
      ...until,
      ...(tells && { tells_travellers: true }),
    };
    mergeRows([await call('POST /api/fixings/suspend', { body })]);
    announce(`${code} : ${how === null ? RESUMED[side] : STOPPED[side]}.`);
  } catch (error) {
    if (!askToTell(error, () => void suspendSide(code, side, how, true), 'Suspendre')) showFailure(error);
  }
  await rereadSheet();
}

export async function resumeRule(code: string): Promise<void> {
  await changeRule(
    () => call('POST /api/fixings/margins/resume', { body: { currency: { code } } }),
    `${code} suit de nouveau sa règle.`,
  );
}

export async function stopRule(code: string): Promise<void> {
  await changeRule(
    () => call('POST /api/fixings/margins/stop', { body: { currency: { code }, until: 'given_back' } }),
    `${code} reste fixé à la main.`,
  );
}

async function changeRule(change: () => Promise<unknown>, announcement: string): Promise<void> {
  try {
    await change();
    announce(announcement);
  } catch (error) {
    showFailure(error);
  }
  await rereadSheet();
}

const STOPPED = { purchase: 'achat suspendu', sale: 'vente suspendue' } as const;
const RESUMED = { purchase: 'achat repris', sale: 'vente reprise' } as const;

function tomorrowAtEight(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 8);
}

function codesOf(): string[] {
  return (useSheet.getState().sheet?.rows ?? []).map(({ code }) => code);
}
