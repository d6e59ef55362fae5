import { readFile } from 'node:fs/promises';
import type { CompanyDraft } from '#domain/companies/company-draft.ts';
import { LOGO_SHAPE } from '#domain/companies/logo.ts';
import { addCompany } from '../features/companies/save-company.ts';
import { setLogo } from '../features/companies/set-logo.ts';
import { COMMAND_LINE } from '../http/actor.ts';
import { makePicture } from '../pictures/make-picture.ts';
import { openSession } from './session.ts';
import type { Shell } from './shell.ts';

export async function addCompanyCommand(
  shell: Shell,
  draft: CompanyDraft,
  logoFile: string | undefined,
): Promise<void> {
  // read before the company is added, so that an unusable picture leaves none without a logo
  const png =
    logoFile === undefined
      ? null
      : await makePicture(await readFile(shell.resolvePath(logoFile)), LOGO_SHAPE);
  const { db } = await openSession(shell);
  const act = { by: COMMAND_LINE, at: new Date() };
  const { id, name } = await addCompany(db, draft, act);
  if (png) await setLogo(db, { id, png }, act);
  shell.print(`${id}`);
  shell.printNotice(`Bureau ajouté : ${name}, numéro ${id}.`);
}
