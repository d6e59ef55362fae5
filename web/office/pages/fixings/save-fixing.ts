import { checkFixing, type FixingSide } from '#domain/rates/draft.ts';
import type { FixingConflict, RateRow } from '#domain/rates/fixing.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { showFailure, showResult } from '#web/shared/feedback/failure.ts';
import { showModal } from '#web/shared/feedback/modal.ts';
import { announce, announceFailure } from '../../announce.ts';
import { clearPublishedCells } from './cells.ts';
import { doubtQuestion, fixedMessage } from './doubts.tsx';
import {
  branchBody,
  isBeingSaved,
  isOvertaken,
  markOvertaken,
  setSaveState,
  settleSaved,
  useDrafts,
} from './drafts.ts';
import { focusField, focusNextAfterSave } from './fields.ts';
import { mergeRows, useSheet, withoutRates } from './sheet-state.ts';

/** Milliseconds until the page says that it still waits. A save has no time limit (spec 7). */
const LATE_MS = 5_000;
const RETRY_MS = 5_000;

type Save = {
  row: RateRow;
  from: FixingSide;
  amounts: Record<FixingSide, number | null>;
  seen: string | null;
};

/** Single save at a time: the next starts after the agent has read the success of the previous one. */
const queue: Save[] = [];
let current: Save | null = null;

/** Saves a row's draft (spec 5, issue of the back-office). Returns the invalid sides. */
export function saveFixing({ row, from }: Pick<Save, 'row' | 'from'>): readonly FixingSide[] {
  const { rows, saves } = useDrafts.getState();
  if (isBeingSaved(saves[row.code])) return [];
  const checked = checkFixing(row, rows[row.code] ?? {});
  if (checked.outcome === 'invalid') return checked.sides;
  if (checked.outcome === 'unchanged') {
    showModal({
      type: 'information',
      title: 'Aucun changement',
      message: 'Veuillez modifier les montants avant d’enregistrer.',
      buttonLabel: 'Continuer',
    });
    return [];
  }
  const { amounts, doubts } = checked;
  const draft = rows[row.code];
  // a row that was only confirmed since counts as seen
  const seen = draft && isOvertaken(row, draft) ? draft.seen : row.updated_at;
  const goOn = () => enqueueSave({ row, from, amounts, seen });
  const [doubt] = doubts;
  if (!doubt) {
    goOn();
    return [];
  }
  // target of 'Corriger'
  focusField(row.code, 'side' in doubt ? doubt.side : from);
  const unit = useSheet.getState().sheet?.quote_unit ?? 'per_base';
  showModal({ ...doubtQuestion(row, doubts, unit), callbackFunc: goOn });
  return [];
}

export function dropQueuedSaves(code?: string): void {
  const left = queue.splice(0).filter(({ row }) => {
    const isDropped = code === undefined || row.code === code;
    if (isDropped) setSaveState(row.code, null);
    return !isDropped;
  });
  queue.push(...left);
}

function enqueueSave(save: Save): void {
  queue.push(save);
  setSaveState(save.row.code, 'waiting');
  sendNext();
}

function sendNext(): void {
  if (current) return;
  current = queue.shift() ?? null;
  if (current) void send(current);
}

function finishSave(): void {
  current = null;
  sendNext();
}

async function send(save: Save): Promise<void> {
  const { row, amounts, seen } = save;
  const { code, base } = row;
  setSaveState(code, 'sending');
  const late = setTimeout(() => setSaveState(code, 'late'), LATE_MS);
  try {
    const body = { ...branchBody(), currency: { code }, base, amounts, updated_at: seen };
    const onLost = () => {
      clearTimeout(late);
      setSaveState(code, 'lost');
    };
    showSuccess(save, await call('POST /api/fixings/update', { onLost, body }));
  } catch (error) {
    clearTimeout(late);
    await handleFailedSave(save, error);
  } finally {
    clearTimeout(late);
  }
}

async function handleFailedSave(save: Save, error: unknown): Promise<void> {
  const { code } = save.row;
  if (isConflict(error)) {
    const { current: row } = error.body;
    // an own save whose answer was lost
    if (hasAmounts(row, save)) return showSuccess(save, row);
    markOvertaken(row);
  } else if (isUnsent(error)) {
    setSaveState(code, 'unsaved');
    finishSave();
    return showFailure(error);
  } else if (isAnswerLost(error)) {
    setSaveState(code, 'lost');
    const row = await readRow(save.row);
    if (row && hasAmounts(row, save)) return showSuccess(save, row);
    if (row) markUnsaved(save, row);
    else void readUntilAnswered(save);
    finishSave();
    return showFailure(error);
  }
  setSaveState(code, null);
  if (error instanceof ApiFailure && error.status === 401) dropQueuedSaves();
  finishSave();
  showFailure(error);
}

function markUnsaved({ row: { code }, seen }: Save, row: RateRow): void {
  if (row.updated_at !== seen) markOvertaken(row);
  setSaveState(code, 'unsaved');
}

function showSuccess({ row: { code }, from }: Save, row: RateRow): void {
  settleOnSheet(row);
  showResult({
    type: 'information',
    title: 'SUCCES',
    message: fixedMessage(row),
    buttonLabel: 'Continuer',
    callbackFunc: (_, router) => {
      focusNextAfterSave(code, from);
      finishSave();
      return router.revalidate();
    },
  });
}

function settleOnSheet(row: RateRow): void {
  settleSaved(row);
  setSaveState(row.code, null);
  mergeRows([row]);
  clearPublishedCells([row.code]);
}

async function readUntilAnswered(save: Save): Promise<void> {
  const { code } = save.row;
  const { userId } = useDrafts.getState();
  for (;;) {
    await waitForRetry();
    const { saves, userId: present } = useDrafts.getState();
    if (saves[code] !== 'lost' || present !== userId) return;
    const row = await readRow(save.row);
    if (!row) continue;
    if (hasAmounts(row, save)) {
      settleOnSheet(row);
      return announce(`La devise ${code} a été fixée avec succès`);
    }
    markUnsaved(save, row);
    return announceFailure(`La devise ${code} n’a pas été enregistrée.`);
  }
}

async function readRow(former: RateRow): Promise<RateRow | undefined> {
  try {
    const { rows } = await call('GET /api/fixings/sheet', { query: branchBody() });
    return rows.find(({ code }) => code === former.code) ?? withoutRates(former);
  } catch (error) {
    if (error instanceof ApiFailure) return undefined;
    throw error;
  }
}

function waitForRetry(): Promise<unknown> {
  return new Promise((resolve) => {
    setTimeout(resolve, RETRY_MS);
    addEventListener('online', resolve, { once: true });
  });
}

function hasAmounts(row: RateRow, { amounts }: Save): boolean {
  return row.purchase === amounts.purchase && row.sale === amounts.sale;
}

function isConflict(error: unknown): error is ApiFailure & { body: FixingConflict } {
  return error instanceof ApiFailure && error.code === 'fixing_changed';
}

function isUnsent(error: unknown): boolean {
  return error instanceof ApiFailure && ['network', 'not_received'].includes(error.code);
}

function isAnswerLost(error: unknown): boolean {
  return error instanceof ApiFailure && (error.status === 0 || error.status >= 500);
}
