import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { isEmail, normalizeEmail } from '#domain/audience/email.ts';
import { describeErased, describeRemaining, isErasureEmpty } from '#domain/privacy/erasure.ts';
import { erasePerson } from '../features/privacy/erase-person.queries.ts';
import {
  insertMissingErasures,
  replayErasures,
  selectErasures,
} from '../features/privacy/erasures.queries.ts';
import { exportPerson } from '../features/privacy/export-person.queries.ts';
import { journalKeys } from '../features/privacy/journal-keys.ts';
import { readLedger, writeLedger } from '../features/privacy/ledger-file.ts';
import { openPickupCodes } from '../features/reservations/pickup-codes.ts';
import { outboxFolder } from '../mail/outbox.ts';
import { sweepOutbox } from '../mail/sweep-outbox.ts';
import { CommandFailure, UsageError } from './failures.ts';
import { writeOutput } from './output-file.ts';
import { openSession, readSecret, type Session } from './session.ts';
import type { Shell } from './shell.ts';

/** Right of access (GDPR, article 15), as JSON. */
export async function exportPrivacy(shell: Shell, typed: string, file: string | undefined): Promise<void> {
  const email = readAddress(typed);
  const session = await openSession(shell);
  const { secretBefore } = session.config;
  const codes = openPickupCodes({ secret: await readSecret(session.config), secretBefore });
  const personalData = await exportPerson(session.db, email, await keysOf(session, email), codes);
  await writeOutput(shell, file, [`${JSON.stringify(personalData, null, 2)}\n`]);
  const isEmpty = Object.values(personalData).every((part) => !Array.isArray(part) || part.length === 0);
  if (isEmpty) shell.printNotice(`Aucune donnée n’est gardée sous ${email}.`);
}

/** Right to erasure (GDPR, article 17). */
export async function erasePrivacy(shell: Shell, typed: string, { yes = false }): Promise<void> {
  const email = readAddress(typed);
  const question = `Effacer définitivement tout ce qui est gardé sous ${email} ?`;
  if (!yes && !(await shell.confirm(question))) {
    shell.printNotice('Aucun effacement.');
    return;
  }
  const session = await openSession(shell);
  const done = await erasePerson(session.db, email, await keysOf(session, email));
  const erasure = { ...done, files: await sweepOutbox(session.db, outboxFolder(session.config)) };
  const left = describeRemaining(done.remaining);
  for (const sentence of left) shell.printNotice(sentence);
  if (isErasureEmpty(erasure)) {
    throw new CommandFailure(
      left.length === 0
        ? `Aucune donnée n’est gardée sous ${email}. Vérifiez l’adresse.`
        : 'L’effacement n’a pas eu lieu.',
    );
  }
  for (const [what, count] of describeErased(erasure)) shell.print(`${what} : ${count}`);
  shell.printNotice(
    'Les sauvegardes déjà faites contiennent encore cette adresse. Une restauration par cette commande l’efface de nouveau.',
  );
}

/** Erasures on request, by row and without personal data, for storage outside the database. */
export async function exportLedger(shell: Shell, file: string | undefined): Promise<void> {
  const { db } = await openSession(shell);
  await writeOutput(shell, file, [writeLedger(await selectErasures(db))]);
}

/** Repeats the erasures of a lost machine's ledger in a restored database. */
export async function replayLedger(shell: Shell, file: string): Promise<void> {
  const ledger = file === '-' ? await text(shell.input) : await readFile(shell.resolvePath(file), 'utf8');
  const erasures = readLedger(ledger);
  if (!erasures)
    throw new CommandFailure('Ce n’est pas un registre d’effacements entier. Aucun effacement n’est repris.');
  const { db, config } = await openSession(shell);
  const { added, rows } = await db.transaction().execute(async (trx) => ({
    added: await insertMissingErasures(trx, erasures),
    rows: await replayErasures(trx),
  }));
  const files = await sweepOutbox(db, outboxFolder(config));
  shell.print(`effacements repris : ${added}`);
  shell.print(`lignes effacées de nouveau : ${rows}`);
  shell.print(`fichiers d’e-mails effacés : ${files}`);
}

function readAddress(typed: string): string {
  const email = normalizeEmail(typed);
  if (!isEmail(email)) throw new UsageError(`« ${typed} » n’est pas une adresse e-mail.`);
  return email;
}

async function keysOf({ config }: Session, email: string): Promise<Buffer[]> {
  return journalKeys(await readSecret(config), email);
}
