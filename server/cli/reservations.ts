import { reservationStates } from '#domain/reservations/states.ts';
import {
  type EndedBetween,
  planReopening,
  type Reopening,
  reopenReservations,
} from '../features/reservations/reopen-reservations.ts';
import { UsageError } from './failures.ts';
import { openSession } from './session.ts';
import type { Shell } from './shell.ts';

const REASONS: Record<Exclude<Reopening['outcome'], 'reopened'>, string> = {
  past: 'son heure est passée',
  no_stock: 'le stock ne suffit plus',
  no_traveller: 'son voyageur est effacé',
  not_taken: 'le bureau ou l’agence ne prend plus de réservation',
};
// a time zone is required, because the command line and its container may have different ones
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

export async function reopenEnded(
  shell: Shell,
  { endedBetween, yes = false }: { endedBetween: readonly string[]; yes?: boolean },
): Promise<void> {
  const range = readRange(endedBetween);
  const { db } = await openSession(shell);
  const plan = await planReopening(db, range);
  for (const reopening of plan) shell.print(formatReopening(reopening));
  const count = countReopened(plan);
  if (count === 0) {
    shell.printNotice('Rien à rouvrir.');
    return;
  }
  const question = `Rouvrir ${count} réservations\u00a0? Chaque voyageur et son bureau en reçoivent une lettre.`;
  if (!yes && !(await shell.confirm(question))) {
    shell.printNotice('Aucune réouverture.');
    return;
  }
  const done = await reopenReservations(db, range);
  const shown = new Set(plan.map(formatReopening));
  for (const line of done.map(formatReopening)) if (!shown.has(line)) shell.print(line);
  shell.printNotice(`Réservations rouvertes\u00a0: ${countReopened(done)}.`);
}

function countReopened(reopenings: readonly Reopening[]): number {
  return reopenings.filter(({ outcome }) => outcome === 'reopened').length;
}

function formatReopening({ company, number, from, to, outcome }: Reopening): string {
  const which = `${company}, n° ${number}\u00a0: ${reservationStates[from]}`;
  return outcome === 'reopened'
    ? `${which} → ${reservationStates[to]}`
    : `${which}, reste close\u00a0: ${REASONS[outcome]}`;
}

function readRange([since = '', until = '', ...more]: readonly string[]): EndedBetween {
  const isReadable = [since, until].every((text) => INSTANT.test(text) && !Number.isNaN(Date.parse(text)));
  if (!isReadable || more.length > 0) {
    throw new UsageError(
      'Donnez deux instants avec leur fuseau, comme --ended-between 2026-11-27T08:00Z 2026-11-27T09:30Z.',
    );
  }
  if (new Date(since) > new Date(until)) throw new UsageError('Le premier instant vient après le second.');
  return { since: new Date(since), until: new Date(until) };
}
