import { sql } from 'kysely';
import type { QuoteUnit } from '#domain/sheets/sheet.ts';
import type { TableForm } from '#domain/sheets/table-form.ts';
import type { Db } from '../../db/open.ts';
import { isOwnedBy, type RateOwner } from '../rates/rate-owners.queries.ts';

export async function findSheet(
  db: Db,
  owner: RateOwner,
): Promise<{ quoteUnit: QuoteUnit; codes: string[] } | null> {
  const sheet = await db
    .selectFrom('sheets')
    .where(isOwnedBy(owner))
    .select('quote_unit as quoteUnit')
    .executeTakeFirst();
  if (!sheet) return null;
  const rows = await db
    .selectFrom('sheet_currencies')
    .where(isOwnedBy(owner))
    .select('currency_code as code')
    .orderBy('position')
    .execute();
  return { ...sheet, codes: rows.map(({ code }) => code) };
}

export async function saveSheet(
  trx: Db,
  sheet: RateOwner & { codes: readonly string[]; quoteUnit: QuoteUnit | undefined; at: Date },
): Promise<void> {
  const { companyId, branch, codes, quoteUnit, at } = sheet;
  await trx
    .insertInto('sheets')
    .values({ company_id: companyId, branch, quote_unit: quoteUnit ?? 'per_base', made_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'branch'])
        .doUpdateSet(({ ref }) => ({ quote_unit: quoteUnit ?? ref('sheets.quote_unit') })),
    )
    .execute();
  await trx.deleteFrom('sheet_currencies').where(isOwnedBy(sheet)).execute();
  await sql`
    INSERT INTO sheet_currencies (company_id, branch, currency_code, position)
    SELECT ${companyId}, ${branch}::int, code, position FROM unnest(${codes}::text[]) WITH ORDINALITY AS placed (code, position)
  `.execute(trx);
}

export async function findTableForm(db: Db, companyId: number): Promise<TableForm | null> {
  const form = await db
    .selectFrom('table_forms')
    .where('company_id', '=', companyId)
    .select(['unit', 'decimals', 'purchase', 'sale', 'quantity'])
    .executeTakeFirst();
  return form ?? null;
}

export async function saveTableForm(db: Db, companyId: number, form: TableForm, at: Date): Promise<void> {
  const { unit, decimals, purchase, sale, quantity } = form;
  const columns = { unit, decimals, purchase, sale, quantity, taken_at: at };
  await db
    .insertInto('table_forms')
    .values({ company_id: companyId, ...columns })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(columns))
    .execute();
}

/** Notifies open sheets and screens of the company on every instance. */
export async function notifySheet(trx: Db, companyId: number): Promise<void> {
  await sql`SELECT note_changes(jsonb_build_array(${companyId}::text))`.execute(trx);
}

export async function removeFromSheet(trx: Db, owner: RateOwner, code: string): Promise<void> {
  await trx
    .deleteFrom('sheet_currencies')
    .where(isOwnedBy(owner))
    .where('currency_code', '=', code)
    .execute();
}

type Amounts = { purchase: string | null; sale: string | null };

export async function listYesterday(
  db: Db,
  { codes, at, ...owner }: RateOwner & { codes: readonly string[]; at: Date },
): Promise<Map<string, Amounts>> {
  const { rows } = await sql<Amounts & { code: string }>`
    SELECT code, last.purchase, last.sale FROM unnest(${codes}::text[]) AS asked (code) CROSS JOIN LATERAL (
      SELECT purchase, sale FROM fixing_logs
      WHERE ${isOwnedBy(owner)} AND currency_code = asked.code
        AND at < date_trunc('day', ${at}::timestamptz AT TIME ZONE 'Europe/Paris') AT TIME ZONE 'Europe/Paris'
      ORDER BY id DESC LIMIT 1
    ) AS last
    WHERE last.purchase IS NOT NULL OR last.sale IS NOT NULL`.execute(db);
  return new Map(rows.map(({ code, ...amounts }) => [code, amounts]));
}
