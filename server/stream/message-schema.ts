import { type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { BookBranch } from '../book/rate-book.ts';

const Text = Type.String();
const Integer = Type.Integer();
const OrNull = <T extends Parameters<typeof Type.Array>[0]>(of: T) => Type.Union([of, Type.Null()]);
const Mark = Type.Object({ version: Integer, at: Type.Number() });
const FixingTexts = Type.String({
  pattern: '^(?:[A-Z]{3} (?:\\d+(?:\\.\\d+)?)? (?:\\d+(?:\\.\\d+)?)?(?: \\d+)+(?:,(?!$)|$))*$',
});
const Closure = Type.Object({ from_day: Text, to_day: Text, reason: Text });
const Branch = Type.Object({
  id: Integer,
  name: Text,
  kind: Text,
  address: Text,
  city: Text,
  phone: Text,
  timeZone: Text,
  position: OrNull(Type.Object({ lat: Type.Number(), lon: Type.Number() })),
  sells: Type.Boolean(),
  buysBack: Type.Boolean(),
  percent: Type.Number(),
  rates: OrNull(FixingTexts),
  openingKey: OrNull(Text),
  closures: Type.Array(Closure),
} satisfies Record<keyof BookBranch, TSchema>);
const Company = Type.Object({
  id: Integer,
  name: Text,
  logo: Text,
  site: Text,
  isPartner: Type.Boolean(),
  stocked: Type.Array(Text),
  branches: Type.Array(Branch),
});
const Currency = Type.Object({
  code: Text,
  label: Text,
  at: Text,
  source: Text,
  rate: Type.Object({ units: Integer, scale: Integer }),
});
const Opening = Type.Object({
  stretches: Type.Array(Type.Tuple([Text, Type.Number(), Type.Number()])),
  until: Type.Number(),
});
const Article = Type.Object({ id: Text, group: Text, topic: Text, title: Text, publication_date: Text });
const Board = Type.Object({
  companyId: Integer,
  company: Text,
  fees: Text,
  address: Text,
  secretHash: Text,
  leftOut: Type.Array(Text),
  sheet: OrNull(Type.Object({ quoteUnit: Text, codes: Type.Array(Text) })),
  fixings: Type.Array(
    Type.Object({
      code: Text,
      purchase: OrNull(Text),
      sale: OrNull(Text),
      updatedAt: Type.Number(),
      isHeld: Type.Boolean(),
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

let compiled: ReturnType<typeof Compile> | null = null;

/** Compiled at the first message, so that an instance without NATS_URL does not wait for it. */
export function isMessage(said: unknown): boolean {
  compiled ??= Compile(Message);
  return compiled.Check(said);
}
