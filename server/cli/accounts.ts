import { removeFactorsOf } from '../features/factors/remove-all-factors.ts';
import { linkAddress } from '../features/passwords/password-links.ts';
import { inviteUser } from '../features/users/invite-user.ts';
import { COMMAND_LINE } from '../http/actor.ts';
import { administratorScopes, agentScopes, rootScopes } from '../seed/scopes.ts';
import { UsageError } from './failures.ts';
import { findCompany, findScope } from './lookup.ts';
import { openSession, readSecret } from './session.ts';
import type { Shell } from './shell.ts';

interface Person {
  mail: string;
  name: string;
  surname: string;
  phone: string;
}

export async function createAdmin(shell: Shell, person: Person, { root = false }): Promise<void> {
  await invite(shell, { person, company: null, scopes: root ? rootScopes : administratorScopes });
}

export async function inviteToCompany(
  shell: Shell,
  person: Person,
  { company = null, scope }: { company?: string | null; scope?: string[] },
): Promise<void> {
  if (company === null && scope === undefined) {
    throw new UsageError('Donnez un bureau par --company, ou des droits par --scope.');
  }
  await invite(shell, { person, company, scopes: scope?.flatMap(splitList) ?? agentScopes });
}

/**
 * Removes every second factor of a person who lost them. The password then opens the account, which asks for new ones
 * where required.
 */
export async function removeFactors(shell: Shell, mail: string): Promise<void> {
  const { db } = await openSession(shell);
  const removed = await removeFactorsOf(db, mail, new Date());
  if (removed === null) throw new UsageError(`Aucun compte n’a l’adresse ${mail}.`);
  shell.printNotice(
    removed
      ? `Double authentification retirée, sessions fermées : ${mail}.`
      : `Ce compte n’a pas de double authentification : ${mail}.`,
  );
}

function splitList(typed: string): string[] {
  return /^[\w.*,]+$/.test(typed) ? typed.split(',').filter((scope) => scope !== '') : [typed];
}

async function invite(
  shell: Shell,
  {
    person,
    company,
    scopes: requestedScopes,
  }: { person: Person; company: string | null; scopes: readonly string[] },
): Promise<void> {
  const { config, db } = await openSession(shell);
  const secret = await readSecret(config);
  const bureau = company === null ? null : await findCompany(db, company);
  const scopes: string[] = [];
  for (const scope of requestedScopes) scopes.push(await findScope(db, scope));
  const invitation = { ...person, company_id: bureau?.id ?? null, scopes: [...new Set(scopes)] };
  const { link } = await inviteUser(db, invitation, { by: COMMAND_LINE, at: new Date() });
  const where = bureau === null ? '' : `, bureau ${bureau.name}`;
  shell.printNotice(
    `Compte créé pour ${person.mail}${where}. Le mot de passe se crée par ce lien, pendant 7 jours :`,
  );
  shell.print(linkAddress(config, secret, link));
  shell.printNotice(
    config.smtpUrl
      ? 'Le même lien part par e-mail dès qu’une instance est en marche.'
      : 'SMTP_URL n’est pas réglé. L’e-mail sera écrit dans DATA_DIR/outbox, transmettez le lien vous-même.',
  );
}
