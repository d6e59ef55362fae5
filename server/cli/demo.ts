import { suspendCompany } from '../features/companies/suspend-company.ts';
import { COMMAND_LINE } from '../http/actor.ts';
import {
  countAdministrators,
  deleteDemo,
  keepSeeded,
  selectEdited,
  selectUsedByPeople,
} from '../seed/remove-demo.queries.ts';
import { CommandFailure } from './failures.ts';
import { openSession } from './session.ts';
import type { Shell } from './shell.ts';

const KINDS = { companies: 'bureau', users: 'compte', articles: 'article' } as const;

/** Removes the demonstration from a database that people go on with. */
export async function removeDemo(shell: Shell, { yes = false }: { yes?: boolean }): Promise<void> {
  const { db, config } = await openSession(shell);
  if (config.demo) throw new CommandFailure('DEMO est on. Mettez DEMO=off, puis recommencez.');
  if ((await countAdministrators(db)) === 0) {
    throw new CommandFailure(
      'Aucun autre compte n’administre. Créez-en un par create-admin et ouvrez son lien, puis recommencez.',
    );
  }
  const edited = await selectEdited(db);
  for (const row of edited) shell.printNotice(`Modifié depuis : ${KINDS[row.table]} ${row.name}.`);
  const kept: typeof edited = [];
  for (const row of edited) {
    if (!yes && !(await shell.confirm(`Retirer aussi le ${KINDS[row.table]} ${row.name} ?`))) kept.push(row);
  }
  if (!yes && edited.length === 0 && !(await shell.confirm('Retirer la démonstration, définitivement ?'))) {
    shell.printNotice('La démonstration reste en place.');
    return;
  }
  const { removed, suspended } = await db.transaction().execute(async (trx) => {
    for (const row of kept) await keepSeeded(trx, row);
    const used = await selectUsedByPeople(trx);
    const ids = used.map(({ id }) => id);
    return { removed: await deleteDemo(trx, ids), suspended: used };
  });
  for (const { id, name } of suspended) {
    const suspension = { id, is_suspended: true, tells_travellers: true };
    await suspendCompany(db, suspension, { by: COMMAND_LINE, at: new Date() });
    shell.printNotice(`Suspendu, car des personnes y ont un compte ou une réservation : ${name}.`);
  }
  shell.print(`bureaux retirés : ${removed.companies}`);
  shell.print(`comptes retirés : ${removed.users}`);
  shell.print(`taux intermédiaires retirés : ${removed.rates}`);
  shell.print(`articles retirés : ${removed.articles}`);
  shell.printNotice('Redémarrez les instances. Le site ne dira plus qu’il montre une démonstration.');
}
