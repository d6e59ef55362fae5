import type { BoardDraft } from '#domain/boards/board.ts';
import type { Db } from '../../db/open.ts';

export type StoredBoard = {
  companyId: number;
  company: string;
  logo: string;
  fees: string;
  address: string;
  leftOut: string[];
  screenMadeAt: Date | null;
};

export async function findBoard(db: Db, companyId: number): Promise<StoredBoard> {
  const row = await db
    .selectFrom('companies')
    .leftJoin('boards', (join) =>
      join.onRef('boards.company_id', '=', 'companies.id').on('boards.branch', 'is', null),
    )
    .where('companies.id', '=', companyId)
    .select(['companies.id', 'name', 'logo', 'fees', 'boards.address', 'left_out', 'screen_made_at'])
    .executeTakeFirstOrThrow();
  return toBoard(row);
}

type Row = {
  id: number;
  name: string;
  logo: string;
  fees: string;
  address: string | null;
  left_out: string[] | null;
  screen_made_at: Date | null;
};

function toBoard({ id, name, logo, fees, address, left_out, screen_made_at }: Row): StoredBoard {
  return {
    companyId: id,
    company: name,
    logo,
    fees,
    address: address ?? '',
    leftOut: left_out ?? [],
    screenMadeAt: screen_made_at,
  };
}

export async function saveBoard(db: Db, companyId: number, { address, left_out }: BoardDraft): Promise<void> {
  await db
    .insertInto('boards')
    .values({ company_id: companyId, address, left_out })
    .onConflict((conflict) => conflict.columns(['company_id', 'branch']).doUpdateSet({ address, left_out }))
    .execute();
}

/** Replaces the screen's address. `secretHash` null revokes it; the answer is the date of the former one. */
export async function saveScreen(
  trx: Db,
  { companyId, secretHash, at }: { companyId: number; secretHash: Buffer | null; at: Date },
): Promise<Date | null> {
  const before = await trx
    .selectFrom('boards')
    .where('company_id', '=', companyId)
    .where('branch', 'is', null)
    .select('screen_made_at')
    .forUpdate()
    .executeTakeFirst();
  const screen = { secret_hash: secretHash, screen_made_at: secretHash && at };
  await trx
    .insertInto('boards')
    .values({ company_id: companyId, ...screen })
    .onConflict((conflict) => conflict.columns(['company_id', 'branch']).doUpdateSet(screen))
    .execute();
  return before?.screen_made_at ?? null;
}
