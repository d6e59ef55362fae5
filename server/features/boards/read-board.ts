import { type Board, toBoardRow } from '#domain/boards/board.ts';
import { formatFees } from '#domain/companies/fees.ts';
import type { RateRow } from '#domain/rates/fixing.ts';
import { type FreshnessLimits, sinceOf } from '#domain/rates/freshness.ts';
import type { QuoteUnit } from '#domain/sheets/sheet.ts';
import { openStateOf } from '../../book/open-state-of.ts';
import type { RateBook } from '../../book/rate-book.ts';
import type { Db } from '../../db/open.ts';
import { listOwnRates, toRateRows } from '../rates/own-rates.ts';
import { findSheet } from '../sheets/sheets.queries.ts';
import type { StoredBoard } from './board.queries.ts';
import type { ScreenBoard } from './screen-boards.queries.ts';

type Drawing = { book: RateBook; limits: FreshnessLimits; at: Date };

export async function readBoard(
  db: Db,
  { stored, ...drawing }: Drawing & { stored: StoredBoard },
): Promise<Board> {
  const { companyId: id, company: name } = stored;
  const { book, limits, at } = drawing;
  const sheet = await findSheet(db, { companyId: id, branch: null });
  const rates = await listOwnRates(db, {
    book,
    company: { id, name },
    branch: null,
    since: sinceOf(limits, at),
  });
  return draw({ ...stored, leftOut: [], sheet, rates }, drawing);
}

export function drawScreenBoard({ fixings, ...posted }: ScreenBoard, drawing: Drawing): Board {
  const { book, limits, at } = drawing;
  const rows = fixings.map(({ updatedAt, ...fixing }) => ({
    ...fixing,
    updatedAt: new Date(updatedAt),
    byName: null,
    bySurname: null,
    // suspended sides carry no figure already
    isPurchaseSuspended: false,
    isSaleSuspended: false,
    purchaseUntil: null,
    saleUntil: null,
  }));
  const company = { name: posted.company };
  const board = draw(
    { ...posted, rates: toRateRows(rows, { book, company, since: sinceOf(limits, at) }) },
    drawing,
  );
  const closed = formatClosed(posted.companyId, drawing);
  return closed === '' ? board : { ...board, closed };
}

function formatClosed(companyId: number, { book, at }: Drawing): string {
  const branches = book.company(companyId)?.branches ?? [];
  return branches
    .flatMap((branch) => {
      const open = openStateOf(branch, book.openings, at.getTime());
      if (!open?.by_closure) return [];
      return branches.length === 1 ? open.words : `${branch.name}\u00a0: ${open.words.toLowerCase()}`;
    })
    .join('. ');
}

type Drawn = Pick<StoredBoard, 'company' | 'address' | 'fees'> & {
  readonly logo?: string;
  leftOut: readonly string[];
  sheet: { readonly quoteUnit: QuoteUnit; readonly codes: readonly string[] } | null;
  rates: readonly RateRow[];
};

function draw(drawn: Drawn, { limits, at }: Drawing): Board {
  const { company, logo, address, fees, leftOut, sheet, rates } = drawn;
  const all = new Map(rates.map((row) => [row.code, row]));
  const codes = new Set([...(sheet?.codes ?? []), ...all.keys()]);
  for (const code of leftOut) codes.delete(code);
  const posted = [...codes].flatMap((code) => {
    const own = all.get(code);
    const row = own && toBoardRow(own, sheet?.quoteUnit ?? 'per_base', limits);
    return row ? { row, publishedAt: own.updated_at } : [];
  });
  return {
    company,
    logo: logo ?? null,
    address,
    fees: formatFees(fees),
    at: at.toISOString(),
    published_at:
      posted
        .map(({ publishedAt }) => publishedAt)
        .sort()
        .at(-1) ?? null,
    rows: posted.map(({ row }) => row),
  };
}
