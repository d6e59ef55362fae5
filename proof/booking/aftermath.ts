/** What must have come of it all, some time after the last death: what is due is ended, what is written has come. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Changes } from './changes.ts';
import {
  checkArrived,
  checkHistory,
  checkMails,
  checkSlips,
  type History,
  type Mail,
  readHistory,
} from './history.ts';
import type { Bureau, Scene } from './scene.ts';

/** The clock ends what is due at the minute: decision 051. */
const ENDED_WITHIN_MS = 75_000;
/** Thousands leave, one after the other; what was handed over as its instance died is given up after three minutes. */
const SENT_WITHIN_MS = 900_000;
const LOOK_EVERY_MS = 250;

export type Aftermath = {
  reservations: number;
  events: number;
  slips: number;
  ended: { lapsed: number; noShow: number; latestMs: number };
  mails: { queued: number; sent: number; unknown: number; needless: number; latestMs: number };
  failures: string[];
};

export async function lookAfter(
  scene: Scene,
  bureaux: readonly Bureau[],
  changes: Changes,
  isShort = false,
): Promise<Aftermath> {
  const failures = [...(isShort ? [] : await waitUntilEnded(scene)), ...changes.wrong];
  const histories: History[] = [];
  for (const bureau of bureaux) {
    const history = await readHistory(scene, bureau.branches);
    histories.push(history);
    failures.push(...checkHistory(history, changes.all), ...(await checkSlips(scene, bureau)));
  }
  const startedAt = performance.now();
  if (!isShort) failures.push(...(await waitUntilSent(scene)));
  const latestMs = performance.now() - startedAt;
  scene.countMails();
  const mails: Mail[] = [];
  for (const [i, bureau] of bureaux.entries()) {
    const found = await checkMails(scene, bureau, histories[i] ?? { rows: [], events: [], stocks: [] });
    mails.push(...found.mails);
    failures.push(...found.wrong);
  }
  if (!isShort) failures.push(...checkArrived(mails, scene.arrived));
  const events = histories.flatMap((history) => history.events);
  const rows = histories.flatMap((history) => history.rows);
  const dueAt = new Map(rows.map((row) => [row.id, row.due_at.getTime()]));
  const ended = events.filter(({ actor }) => actor === 'clock');
  const countOf = (outcome: string) => mails.filter((mail) => mail.outcome === outcome).length;
  return {
    reservations: rows.length,
    events: events.length,
    slips: events.filter(({ kind }) => kind === 'collected').length,
    ended: {
      lapsed: ended.filter(({ kind }) => kind === 'lapsed').length,
      noShow: ended.filter(({ kind }) => kind === 'no_show').length,
      latestMs: Math.max(0, ...ended.map((one) => one.at.getTime() - (dueAt.get(one.reservation_id) ?? 0))),
    },
    mails: {
      queued: mails.length,
      sent: countOf('sent'),
      unknown: countOf('unknown'),
      needless: countOf('needless'),
      latestMs,
    },
    failures,
  };
}

/** As if a day had gone by since the hour of so many that were accepted and never closed. */
export async function letADayPass(scene: Scene, { id }: Bureau, count: number): Promise<void> {
  await scene.ask(
    `UPDATE reservations SET due_at = now() WHERE id IN (
       SELECT id FROM reservations WHERE company_id = $1 AND state IN ('accepted', 'ready') ORDER BY id LIMIT $2)`,
    [id, count],
  );
}

async function waitUntilEnded(scene: Scene): Promise<string[]> {
  const open = await waitUntilNone(
    scene,
    'SELECT id::int FROM reservations WHERE ended_at IS NULL AND due_at <= now()',
    ENDED_WITHIN_MS,
  );
  return open.map((id) => `reservation ${id}: due, and not ended`);
}

async function waitUntilSent(scene: Scene): Promise<string[]> {
  const left = await waitUntilNone(
    scene,
    'SELECT id::int FROM mails WHERE finished_at IS NULL',
    SENT_WITHIN_MS,
  );
  return left.map((id) => `mail ${id}: not sent`);
}

/** The rows that are still found then. */
async function waitUntilNone(scene: Scene, text: string, withinMs: number): Promise<number[]> {
  const until = performance.now() + withinMs;
  for (;;) {
    scene.countMails();
    const found = await scene.ask<{ id: number }>(text);
    if (found.length === 0 || performance.now() > until) return found.map(({ id }) => id);
    await delay(LOOK_EVERY_MS);
  }
}
