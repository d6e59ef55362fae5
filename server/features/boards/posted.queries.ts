import { sql } from 'kysely';
import type { QuoteUnit } from '#domain/fixings/sheet.ts';
import type { Db } from '../../db/open.ts';

/** A board that screens may show, with all that it is drawn from: plain values, which the stream of changes tells too. */
export type PostedBoard = {
  readonly companyId: number;
  readonly company: string;
  readonly fees: string;
  readonly address: string;
  readonly leftOut: readonly string[];
  /** of the secret in its address, in hexadecimal */
  readonly secretHash: string;
  readonly sheet: { readonly quoteUnit: QuoteUnit; readonly codes: readonly string[] } | null;
  readonly fixings: readonly PostedFixing[];
};

/** A side without a figure is none, or is suspended; that of one that waits for a second person is 0. */
type PostedFixing = {
  readonly code: string;
  readonly purchase: string | null;
  readonly sale: string | null;
  /** in milliseconds since 1970 */
  readonly updatedAt: number;
  readonly isHeld: boolean;
};

/** The board that a screen's secret opens; null: none does, or no more. */
export async function findPosted(db: Db, secretHash: Buffer): Promise<PostedBoard | null> {
  const row = await db
    .selectFrom('boards')
    .where('secret_hash', '=', secretHash)
    .select('company_id')
    .executeTakeFirst();
  const [posted] = row ? await listPosted(db, [row.company_id]) : [];
  // made anew since
  return posted?.secretHash === secretHash.toString('hex') ? posted : null;
}

/** The boards of these companies, or (null) of all, that have an address for screens. */
export async function listPosted(db: Db, companyIds: readonly number[] | null): Promise<PostedBoard[]> {
  const boards = await db
    .selectFrom('boards')
    .innerJoin('companies', 'companies.id', 'boards.company_id')
    .where('boards.branch', 'is', null)
    .where('secret_hash', 'is not', null)
    .$if(companyIds !== null, (qb) => qb.where(sql<boolean>`company_id = any(${companyIds}::int[])`))
    .select(['company_id as companyId', 'name as company', 'fees', 'boards.address', 'left_out as leftOut'])
    .select(sql<string>`encode(secret_hash, 'hex')`.as('secretHash'))
    .orderBy('company_id')
    .execute();
  if (boards.length === 0) return [];
  const isOfThose = sql<boolean>`company_id = any(${boards.map(({ companyId }) => companyId)}::int[])`;
  const [sheets, placed, fixings] = await Promise.all([
    db
      .selectFrom('sheets')
      .where(isOfThose)
      .where('branch', 'is', null)
      .select(['company_id', 'quote_unit as quoteUnit'])
      .execute(),
    db
      .selectFrom('sheet_currencies')
      .where(isOfThose)
      .where('branch', 'is', null)
      .select(['company_id', 'currency_code'])
      .orderBy('position')
      .execute(),
    db
      .selectFrom('fixings')
      .where(isOfThose)
      .select(['company_id', 'currency_code as code'])
      .select([shown('purchase').as('purchase'), shown('sale').as('sale')])
      .select(sql<number>`(date_part('epoch', updated_at) * 1000)::float8`.as('updatedAt'))
      .select(sql<boolean>`held_at IS NOT NULL`.as('isHeld'))
      .orderBy('currency_code')
      .execute(),
  ]);
  const unitOf = new Map(sheets.map(({ company_id, quoteUnit }) => [company_id, quoteUnit]));
  const codesOf = Map.groupBy(placed, ({ company_id }) => company_id);
  const fixingsOf = Map.groupBy(fixings, ({ company_id }) => company_id);
  return boards.map((board) => {
    const quoteUnit = unitOf.get(board.companyId);
    const codes = (codesOf.get(board.companyId) ?? []).map(({ currency_code }) => currency_code);
    return {
      ...board,
      sheet: quoteUnit ? { quoteUnit, codes } : null,
      fixings: (fixingsOf.get(board.companyId) ?? []).map(({ company_id: _, ...fixing }) => fixing),
    };
  });
}

function shown(side: 'purchase' | 'sale') {
  return sql<string | null>`CASE
    WHEN ${sql.ref(side === 'sale' ? 'is_sale_suspended' : 'is_purchase_suspended')} OR ${sql.ref(side)} IS NULL THEN NULL
    WHEN held_at IS NOT NULL THEN '0'
    ELSE ${sql.ref(side)}::text
  END`;
}
