import { createHash } from 'node:crypto';
import type { CompanyDraft, CompanyEdit, Suspension } from '#domain/companies/company.ts';
import { NO_LOGO } from '#domain/companies/logo.ts';
import type { Act } from '../../act.ts';
import type { Db } from '../../db/open.ts';
import { violatedConstraint } from '../../db/violation.ts';
import { HttpError } from '../../http-error.ts';
import { changesOf, writeAudit } from '../audit/write-audit.ts';
import { readCompanyFields } from './company-fields.ts';

const FIELDS = ['name', 'site', 'phone', 'email', 'is_partner'] as const;

/** Adds a bureau without a logo. Throws an HttpError: a field is wrong (400), its name or site is taken (409). */
export async function addCompany(
  db: Db,
  draft: CompanyDraft,
  { by, at }: Act,
): Promise<CompanyDraft & { id: number; logo: string }> {
  const fields = readCompanyFields(draft);
  return namingTaken(() =>
    db.transaction().execute(async (trx) => {
      const added = await trx
        .insertInto('companies')
        .values({ ...fields, logo: NO_LOGO, created_at: at })
        .returning(['id', 'logo', ...FIELDS])
        .executeTakeFirstOrThrow();
      await writeAudit(trx, {
        at,
        userId: by.userId,
        action: 'company.added',
        companyId: added.id,
        changes: changesOf(null, fields),
      });
      return added;
    }),
  );
}

/** Changes what is said of a bureau. Throws an HttpError: 400, 404, or 409 when its name or site is taken. */
export async function editCompany(db: Db, { id, ...draft }: CompanyEdit, { by, at }: Act): Promise<void> {
  const fields = readCompanyFields(draft);
  await namingTaken(() =>
    db.transaction().execute(async (trx) => {
      const changes = changesOf<CompanyDraft>((await lockCompany(trx, id)).fields, fields);
      if (Object.keys(changes).length === 0) return;
      await trx.updateTable('companies').set(fields).where('id', '=', id).execute();
      await writeAudit(trx, { at, userId: by.userId, action: 'company.edited', companyId: id, changes });
    }),
  );
}

/** Suspends a bureau or lets it come back; every instance is told when this is committed. */
export async function suspendCompany(
  db: Db,
  { id, is_suspended }: Suspension,
  { by, at }: Act,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { isSuspended } = await lockCompany(trx, id);
    if (isSuspended === is_suspended) return;
    await trx
      .updateTable('companies')
      .set({ suspended_at: is_suspended ? at : null })
      .where('id', '=', id)
      .execute();
    await writeAudit(trx, {
      at,
      userId: by.userId,
      action: is_suspended ? 'company.suspended' : 'company.resumed',
      companyId: id,
      changes: { is_suspended: [isSuspended, is_suspended] },
    });
  });
}

/** Gives a bureau its logo, under a name that never had another picture; the one before it goes. */
export async function setLogo(
  db: Db,
  { id, png }: { id: number; png: Buffer },
  { by, at }: Act,
): Promise<{ logo: string }> {
  return db.transaction().execute(async (trx) => {
    const company = await lockCompany(trx, id);
    const logo = logoName(company.fields.name, id, png);
    if (logo === company.logo) return { logo };
    await trx.insertInto('company_logos').values({ logo, png, created_at: at }).execute();
    await trx.updateTable('companies').set({ logo }).where('id', '=', id).execute();
    await trx.deleteFrom('company_logos').where('logo', '=', company.logo).execute();
    await writeAudit(trx, {
      at,
      userId: by.userId,
      action: 'company.logo_set',
      companyId: id,
      changes: { logo: [company.logo, logo] },
    });
    return { logo };
  });
}

/** The row as it is, held until the transaction ends; fixings of the bureau wait as for each other. */
async function lockCompany(trx: Db, id: number) {
  const row = await trx
    .selectFrom('companies')
    .where('id', '=', id)
    .select(['logo', 'suspended_at', ...FIELDS])
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw new HttpError(404, 'not_found', 'Ce bureau n’existe pas.');
  const { logo, suspended_at, ...fields } = row;
  return { logo, isSuspended: suspended_at !== null, fields };
}

/** The bureau is part of the hash: two of one name's letters may have one picture. */
function logoName(name: string, id: number, png: Buffer): string {
  const slug = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-|-$/g, '');
  const hash = createHash('sha256').update(`${id}:`).update(png).digest('hex').slice(0, 8);
  return `${slug || 'bureau'}-${hash}`;
}

const TAKEN: Record<string, [code: string, sentence: string]> = {
  companies_name_key: ['name_taken', 'Un bureau porte déjà ce nom.'],
  companies_site_key: ['site_taken', 'Ce site est déjà celui d’un autre bureau.'],
};

async function namingTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const taken = TAKEN[violatedConstraint(error) ?? ''];
    throw taken ? new HttpError(409, ...taken) : error;
  }
}
