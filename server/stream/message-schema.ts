import { type TSchema, type TString, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { NAMES } from '../book/fixing-columns.ts';
import type { BookBranch } from '../book/rate-book.ts';

const Text = Type.String();
const Integer = Type.Integer();
const Real = Type.Number();
const Flag = Type.Boolean();
const texts = <N extends string>(...names: N[]) =>
  // one entry for each name
  Object.fromEntries(names.map((name) => [name, Text])) as Record<N, TString>;
const OrNull = <T extends Parameters<typeof Type.Array>[0]>(of: T) => Type.Union([of, Type.Null()]);
const Mark = Type.Object({ version: Integer, at: Real });
const FixingTexts = Type.String({
  pattern: `^(?:[A-Z]{3} (?:\\d+(?:\\.\\d+)?)? (?:\\d+(?:\\.\\d+)?)?(?: \\d+){${NAMES.length}}(?:,(?!$)|$))*$`,
});
const Closure = Type.Object(texts('from_day', 'to_day', 'reason'));
const Branch = Type.Object({
  ...texts('name', 'kind', 'address', 'city', 'phone', 'timeZone'),
  id: Integer,
  position: OrNull(Type.Object({ lat: Real, lon: Real })),
  sells: Flag,
  buysBack: Flag,
  percent: Real,
  rates: OrNull(FixingTexts),
  openingKey: OrNull(Text),
  closures: Type.Array(Closure),
} satisfies Record<keyof BookBranch, TSchema>);
const Company = Type.Object({
  ...texts('name', 'logo', 'site'),
  id: Integer,
  isPartner: Flag,
  reservable: Type.Array(Type.Tuple([Text, Type.Object({ least: Integer, most: Integer })])),
  smallestNotes: Type.Array(Type.Tuple([Text, Integer])),
  branches: Type.Array(Branch),
});
const Currency = Type.Object({
  ...texts('code', 'label', 'at', 'source'),
  rate: Type.Object({ units: Integer, scale: Integer }),
});
const Opening = Type.Object({
  stretches: Type.Array(Type.Tuple([Text, Real, Real])),
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
const Message = Type.Object({
  from: OrNull(Mark),
  to: Mark,
  named: Type.Array(Text),
  fixings: Type.Array(Type.Tuple([Integer, FixingTexts])),
  companies: Type.Array(Type.Tuple([Company, FixingTexts, Text])),
  currencies: OrNull(Type.Array(Currency)),
  openings: OrNull(Type.Array(Type.Tuple([Text, Opening]))),
  articles: OrNull(Type.Array(Article)),
  boards: Type.Array(Board),
});

const compiled = Compile(Message);
export const isMessage = (said: unknown): boolean => compiled.Check(said);
