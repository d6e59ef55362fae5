import { judgeClock } from '#domain/audience/clock.ts';
import { believeClock, selectClock, selectTime } from '../db/clock.ts';
import { openSession } from './session.ts';
import type { Shell } from './shell.ts';

const moment = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'full', timeStyle: 'long', timeZone: 'UTC' });

export async function believeDatabaseClock(shell: Shell, { yes = false }): Promise<void> {
  const { db } = await openSession(shell);
  const [record, at] = [await selectClock(db), await selectTime(db)];
  if (!record || (!record.doubt && judgeClock(record, at).time)) {
    shell.printNotice('L’horloge de la base de données n’est pas mise en doute. Aucun changement.');
    return;
  }
  shell.printNotice(`Heure de la base de données\u00a0: ${moment.format(at)}.`);
  shell.printNotice(`Dernière heure crue\u00a0: ${moment.format(record.believedAt)}.`);
  const question =
    'L’heure de la base de données est-elle juste\u00a0? Les réservations échues seront closes, et les données échues, effacées.';
  if (!yes && !(await shell.confirm(question))) {
    shell.printNotice('Aucun changement.');
    return;
  }
  await believeClock(db);
  shell.printNotice(
    'L’heure de la base de données fait foi. Les instances en marche la suivent dans la minute.',
  );
}
