import { isEmail, normalizeEmail } from '#domain/audience/email.ts';
import { erasePrivacy, exportPrivacy } from '../features/privacy/privacy.queries.ts';
import { CommandFailure, WrongUse } from './failures.ts';
import { writeOutput } from './output-file.ts';
import { openSession } from './session.ts';
import type { Shell } from './shell.ts';

/** All that is kept under an address, as JSON: what the person may ask for (GDPR, article 15). */
export async function exportPerson(shell: Shell, typed: string, file: string | undefined): Promise<void> {
  const email = readAddress(typed);
  const { db } = await openSession(shell);
  const kept = await exportPrivacy(db, email);
  await writeOutput(shell, file, [`${JSON.stringify(kept, null, 2)}\n`]);
}

/** Erases what is kept under an address (GDPR, article 17). */
export async function erasePerson(shell: Shell, typed: string, { yes = false }): Promise<void> {
  const email = readAddress(typed);
  const question = `Effacer tout ce qui est gardé sous ${email} ? Rien ne le ramènera.`;
  if (!yes && !(await shell.confirm(question))) {
    shell.say('Rien n’a été effacé.');
    return;
  }
  const { db } = await openSession(shell);
  const erased = await erasePrivacy(db, email);
  if (Object.values(erased).every((count) => count === 0)) {
    throw new CommandFailure(`Rien n’est gardé sous ${email} : rien n’a été effacé. Vérifiez l’adresse.`);
  }
  shell.print(`adresses de prospects effacées : ${erased.leads}`);
  shell.print(`abonnements effacés : ${erased.subscriptions}`);
  shell.print(`e-mails effacés : ${erased.mails}`);
  if (erased.users > 0) {
    shell.say(
      'Un compte du back-office porte aussi cette adresse : il reste, suspendez-le s’il n’a plus lieu d’être.',
    );
  }
  shell.say(
    'Les sauvegardes faites avant contiennent encore cette adresse : après une restauration, effacez de nouveau.',
  );
}

/** An address in its one spelling, however it was typed. */
function readAddress(typed: string): string {
  const email = normalizeEmail(typed);
  if (!isEmail(email)) throw new WrongUse(`« ${typed} » n’est pas une adresse e-mail.`);
  return email;
}
