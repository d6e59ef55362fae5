import { COMMAND_LINE } from '../act.ts';
import { administratorScopes, agentScopes, rootScopes } from '../db/seed/scopes.ts';
import { linkAddress } from '../features/iam/password-links.ts';
import { inviteUser } from '../features/users/invite-user.ts';
import { findCompany } from './companies.queries.ts';
import { CommandFailure, WrongUse } from './failures.ts';
import { openSession, readSecret } from './session.ts';
import type { Shell } from './shell.ts';

interface Person {
  mail: string;
  name: string;
  surname: string;
  phone: string;
}

/** Makes an administrator's account, or root's, without a password: its person creates it by the link. */
export async function createAdmin(shell: Shell, person: Person, { root = false }): Promise<void> {
  await invite(shell, { person, company: null, scopes: root ? rootScopes : administratorScopes });
}

/** Makes a bureau's account, or that of someone who works for none. */
export async function inviteToBureau(
  shell: Shell,
  person: Person,
  { company = null, scope }: { company?: string | null; scope?: string[] },
): Promise<void> {
  if (company === null && scope === undefined) {
    throw new WrongUse('Donnez un bureau par --company, ou des droits par --scope.');
  }
  await invite(shell, { person, company, scopes: scope ?? agentScopes });
}

async function invite(
  shell: Shell,
  { person, company, scopes }: { person: Person; company: string | null; scopes: readonly string[] },
): Promise<void> {
  const { config, db } = await openSession(shell);
  const secret = await readSecret(config);
  let companyId: number | null = null;
  if (company !== null) {
    companyId = await findCompany(db, company);
    if (companyId === null) throw new CommandFailure(`Aucun bureau ne s’appelle « ${company} ».`);
  }
  const invitation = { ...person, company_id: companyId, scopes: [...scopes] };
  const { link } = await inviteUser(db, invitation, { by: COMMAND_LINE, at: new Date() });
  shell.say(`Compte créé pour ${person.mail}. Le mot de passe se crée par ce lien, pendant 7 jours :`);
  shell.print(linkAddress(config, secret, link));
  shell.say(
    config.smtpUrl
      ? 'Le même lien part par e-mail dès qu’une instance est en marche.'
      : 'SMTP_URL n’est pas réglé : l’e-mail sera écrit dans DATA_DIR/outbox, transmettez le lien vous-même.',
  );
}
