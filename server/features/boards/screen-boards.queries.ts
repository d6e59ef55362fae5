import { sql } from 'kysely';
import type { QuoteUnit } from '#domain/sheets/sheet.ts';
import type { Db } from '../../db/open.ts';

/** Board with everything it is drawn from, in plain values because the stream carries it. */
export type ScreenBoard = {
  readonly companyId: number;
  readonly company: string;
  // undefined: of a relay of an earlier version.
  readonly logo?: string;
  readonly fees: string;
  readonly address: string;
  readonly leftOut: readonly string[];
  readonly secretHash: string;
  readonly sheet: { readonly quoteUnit: QuoteUnit; readonly codes: readonly string[] } | null;
  readonly fixings: readonly PostedFixing[];
};

/**
 * Figures that a screen may show. A side without one is missing or suspended, and 0 while it is held for
 * review.
 */
type PostedFixing = {
  readonly code: string;
  readonly purchase: string | null;
  readonly sale: string | null;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
  readonly isHeld: boolean;
};

export async function findScreenBoard(db: Db, secretHash: Buffer): Promise<ScreenBoard | null> {
  const row = await db
    .selectFrom('boards')
    .where('secret_hash', '=', secretHash)
    .select('company_id')
    .executeTakeFirst();
  const [posted] = row ? await listScreenBoards(db, [row.company_id]) : [];
  // the secret may have been replaced since the row was found
  return posted?.secretHash === secretHash.toString('hex') ? posted : null;
}

export async function listScreenBoards(db: Db, companyIds: readonly number[] | null): Promise<ScreenBoard[]> {
  const boards = await db
    .selectFrom('boards')
    .innerJoin('companies', 'companies.id', 'boards.company_id')
    .where('boards.branch', 'is', null)
    .where('secret_hash', 'is not', null)
    .where('companies.suspended_at', 'is', null)
    .$if(companyIds !== null, (qb) => qb.where(sql<boolean>`company_id = any(${companyIds}::int[])`))
    .select(['company_id as companyId', 'name as company', 'logo', 'fees', 'boards.address'])
    .select('left_out as leftOut')
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
      .select([visible('purchase').as('purchase'), visible('sale').as('sale')])
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

function visible(side: 'purchase' | 'sale') {
  return sql<string | null>`CASE
    WHEN ${sql.ref(side === 'sale' ? 'is_sale_suspended' : 'is_purchase_suspended')} OR ${sql.ref(side)} IS NULL THEN NULL
    WHEN held_at IS NOT NULL THEN '0'
    ELSE ${sql.ref(side)}::text
  END`;
}
