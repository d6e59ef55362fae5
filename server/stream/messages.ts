import { type Static, type TSchema, type TString, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { PublishedArticle } from '#domain/articles/blog.ts';
import type { BranchKind } from '#domain/branches/branch.ts';
import { NAMES } from '../book/fixing-columns.ts';
import { readTexts, writeTexts } from '../book/fixing-texts.ts';
import type { Mark } from '../book/log-of-changes.queries.ts';
import type { BookBranch, BookCompany, Rates } from '../book/rate-book.ts';
import type { ScreenBoard } from '../features/boards/screen-boards.queries.ts';

const Text = Type.String();
const Integer = Type.Integer();
const Real = Type.Number();
const Flag = Type.Boolean();
const texts = <N extends string>(...names: N[]) =>
  // an entry a name
  Object.fromEntries(names.map((name) => [name, Text])) as Record<N, TString>;
const OrNull = <T extends TSchema>(of: T) => Type.Union([of, Type.Null()]);
const List = <T extends TSchema>(of: T) => Type.Immutable(Type.Array(of));
const LogMark = Type.Object({ version: Integer, at: Real });
const FixingTexts = Type.String({
  pattern: `^(?:[A-Z]{3} (?:\\d+(?:\\.\\d+)?)? (?:\\d+(?:\\.\\d+)?)?(?: \\d+){${NAMES.length}}(?:,(?!$)|$))*$`,
});
const Branch = Type.Object({
  ...texts('name', 'address', 'city', 'phone', 'timeZone'),
  kind: Type.Unsafe<BranchKind>(Text),
  id: Integer,
  position: OrNull(Type.Object({ lat: Real, lon: Real })),
  sells: Flag,
  buysBack: Flag,
  percent: Real,
  rates: OrNull(FixingTexts),
  openingKey: OrNull(Text),
  closures: Type.Array(
    Type.Object({
      ...texts('from_day', 'to_day', 'reason'),
      from_time: Type.Optional(Text),
      to_time: Type.Optional(Text),
    }),
  ),
} satisfies Record<keyof BookBranch, TSchema>);
const Company = Type.Object({
  ...texts('name', 'logo', 'site'),
  id: Integer,
  isPartner: Flag,
  reservable: List(Type.Tuple([Text, Type.Object({ least: Integer, most: Integer })])),
  smallestNotes: List(Type.Tuple([Text, Integer])),
  branches: List(Branch),
});
const Currency = Type.Object({
  ...texts('code', 'label', 'at', 'source'),
  rate: Type.Object({ units: Integer, scale: Integer }),
});
const Opening = Type.Object({
  stretches: List(Type.Immutable(Type.Tuple([Text, Real, Real]))),
  until: Real,
});
const Article = Type.Object(texts('id', 'group', 'topic', 'title', 'publication_date'));
const Board = Type.Object({
  ...texts('company', 'fees', 'address', 'secretHash'),
  companyId: Integer,
  leftOut: Type.Array(Text),
  sheet: OrNull(Type.Object({ quoteUnit: Text, codes: Type.Array(Text) })),
  fixings: Type.Array(
    Type.Object({
      code: Text,
      purchase: OrNull(Text),
      sale: OrNull(Text),
      updatedAt: Real,
      isHeld: Flag,
    }),
  ),
});
const ChangeMessage = Type.Object({
  from: OrNull(LogMark),
  to: LogMark,
  named: List(Text),
  fixings: List(Type.Tuple([Integer, FixingTexts])),
  companies: List(Type.Tuple([Company, FixingTexts, Text])),
  currencies: OrNull(List(Currency)),
  openings: OrNull(List(Type.Tuple([Text, Opening]))),
  articles: OrNull(List(Type.Unsafe<PublishedArticle>(Article))),
  boards: List(Type.Unsafe<ScreenBoard>(Board)),
});
// `at`: the database's time; `isRightClock`: that of some instance with a database is near it
const Heartbeat = Type.Object({
  stream: Text,
  seq: Integer,
  version: Integer,
  at: Real,
  isRightClock: Flag,
});
const SnapshotHead = Type.Object({ mark: LogMark, seq: Integer, stream: Text });

type SerializedCompany = Static<typeof Company>;
/**
 * Changes between two marks of the log, with the present state of everything named. A named object without an entry is
 * gone. `from` null: everything may have changed, and a snapshot at least this recent is required.
 */
export type ChangeMessage = Static<typeof ChangeMessage>;
/** Head of the lines of a snapshot. After it come so many companies and boards, then the fixings. */
export type FirstLine = {
  [name in 'currencies' | 'openings' | 'articles']: NonNullable<ChangeMessage[name]>;
} & { companies: number; boards: number };
export type Heartbeat = Static<typeof Heartbeat>;
/** `stream`: its creation time, because a recreated stream restarts its sequence. */
export type SnapshotHead = Static<typeof SnapshotHead>;

/** Reads JSON of one shape. null: another one, or none. */
export function createReader<T extends TSchema>(schema: T): (text: string) => Static<T> | null {
  const compiled = Compile(schema);
  return (text) => {
    try {
      const value: unknown = JSON.parse(text);
      return compiled.Check(value) ? value : null;
    } catch {
      return null;
    }
  };
}

export const readMessage = createReader(ChangeMessage);
export const readHeartbeat = createReader(Heartbeat);
export const readSnapshotHead = createReader(SnapshotHead);

export function createResetMessage(to: Mark): ChangeMessage {
  const lists = { named: [], fixings: [], companies: [], boards: [] };
  return { from: null, to, ...lists, currencies: null, openings: null, articles: null };
}

export function serializeCompany(company: BookCompany): SerializedCompany {
  return {
    ...company,
    reservable: [...company.reservable],
    smallestNotes: [...company.smallestNotes],
    branches: company.branches.map((branch) => ({
      ...branch,
      rates: branch.rates && writeTexts(branch.rates),
    })),
  };
}

export function deserializeCompany(
  written: SerializedCompany,
  reachedAt: (site: string) => string,
): BookCompany {
  return {
    ...written,
    reservable: new Map(written.reservable),
    smallestNotes: new Map(written.smallestNotes),
    site: reachedAt(written.site),
    branches: written.branches.map((branch) => ({
      ...branch,
      rates: branch.rates === null ? null : readRates(branch.rates),
    })),
  };
}

export function readRates(texts: string): Map<string, Rates> {
  const rates = new Map<string, Rates>();
  readTexts(texts, (code, read) => rates.set(code, read));
  return rates;
}
