import { type Static, Type } from 'typebox';
import type { BranchKind } from '../branches/branch.ts';
import { Id } from '../companies/company.ts';
import { CurrencyCode } from '../currencies/currency.ts';
import { type Cents, centsOf } from '../money/cents.ts';
import { formatShortAmount } from '../money/format.ts';
import type { Wrong } from '../validation/draft.ts';

/** Where notes are collected, always at a staffed counter, in French. */
export const pickupModes = {
  counter: 'Sur place',
  airport: 'À l’aéroport',
  hotel: 'À l’hôtel',
} as const;
export type PickupMode = keyof typeof pickupModes;

const MAX_AMOUNT = 10_000_000;
const Amount = Type.Number({ minimum: 0, maximum: MAX_AMOUNT });
const DAY_MINUTES = 24 * 60;
/** More notes than any currency has, and more currencies than any counter. */
export const MOST_DENOMINATIONS = 16;
const MOST_CURRENCIES = 60;

/** How long it takes to have notes there, from which amount on, and what that costs; amounts in the base. */
const ModeTerms = Type.Object({
  is_offered: Type.Boolean(),
  delay_minutes: Type.Integer({ minimum: 0, maximum: 6 * DAY_MINUTES }),
  minimum: Amount,
  fee: Type.Number({ minimum: 0, maximum: 100 }),
});

/** On what terms a bureau takes reservations. Amounts in the base, at its own rate. */
export const ReservationTerms = Type.Object({
  modes: Type.Object({ counter: ModeTerms, airport: ModeTerms, hotel: ModeTerms }),
  minimum: Amount,
  maximum: Type.Number({ exclusiveMinimum: 0, maximum: MAX_AMOUNT }),
  /** how long the rate is frozen from the request on: opening hours are known for a week */
  hold_hours: Type.Integer({ minimum: 1, maximum: 168 }),
  /** how long it has to answer, while it is open */
  answer_minutes: Type.Integer({ minimum: 15, maximum: DAY_MINUTES }),
  /** what needs no answer; null: nothing */
  accepts_up_to: Type.Union([Amount, Type.Null()]),
  /** small: small notes may be asked for; choice: the traveller says which, of those that there are */
  notes: Type.Array(Type.Union([Type.Literal('small'), Type.Literal('choice')]), {
    maxItems: 2,
    uniqueItems: true,
  }),
  /** which notes it has, in whole units, and of which currencies: what a traveller chooses among */
  denominations: Type.Optional(
    Type.Array(
      Type.Object({
        currency: CurrencyCode,
        values: Type.Array(Type.Integer({ minimum: 1, maximum: 10_000_000 }), {
          minItems: 1,
          maxItems: MOST_DENOMINATIONS,
          uniqueItems: true,
        }),
      }),
      { maxItems: MOST_CURRENCIES },
    ),
  ),
  /** how many percent of what a counter has for a day one traveller may hold; left out: LARGEST_SHARE */
  largest_share: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  /** whether the rate of the day applies as notes are handed over, where it is better for the traveller */
  takes_better_rate: Type.Boolean(),
  /** takes back so many percent of the notes, within so many days, at so many percent off the rate of the reservation */
  buy_back: Type.Union([
    Type.Object({
      share: Type.Integer({ minimum: 1, maximum: 100 }),
      days: Type.Integer({ minimum: 1, maximum: 365 }),
      percent_off: Type.Number({ minimum: 0, maximum: 50, multipleOf: 0.01 }),
    }),
    Type.Null(),
  ]),
});
export type ReservationTerms = Static<typeof ReservationTerms>;

/** So that nobody holds all of a counter's day: half of it, as long as the bureau says nothing else. */
export const LARGEST_SHARE = 50;

export const DEFAULT_TERMS: ReservationTerms = {
  modes: {
    counter: { is_offered: true, delay_minutes: 60, minimum: 0, fee: 0 },
    airport: { is_offered: false, delay_minutes: 180, minimum: 0, fee: 0 },
    hotel: { is_offered: false, delay_minutes: DAY_MINUTES, minimum: 0, fee: 0 },
  },
  minimum: 50,
  maximum: 5_000,
  hold_hours: 48,
  answer_minutes: 120,
  accepts_up_to: null,
  notes: [],
  takes_better_rate: false,
  buy_back: null,
};

/** What no schema says of terms; undefined: nothing is wrong. */
export function findWrongTerm({
  modes,
  minimum,
  maximum,
  accepts_up_to,
  hold_hours,
  notes,
  denominations = [],
}: ReservationTerms): Wrong | undefined {
  const all = Object.values(modes);
  const amounts = [minimum, maximum, accepts_up_to ?? 0, ...all.flatMap((mode) => [mode.minimum, mode.fee])];
  if (amounts.some((amount) => centsOf(amount) === null)) {
    return { code: 'invalid_amount', message: 'Un montant a deux décimales au plus.' };
  }
  if (minimum > maximum || all.some((mode) => mode.is_offered && mode.minimum > maximum)) {
    return { code: 'invalid_minimum', message: 'Un minimum ne peut pas dépasser le maximum.' };
  }
  if (!all.some((mode) => mode.is_offered)) {
    return { code: 'no_mode', message: 'Proposez au moins un lieu de retrait.' };
  }
  const currencies = denominations.map(({ currency }) => currency);
  if (new Set(currencies).size < currencies.length) {
    return { code: 'same_currency', message: 'Donnez les coupures d’une devise en une seule fois.' };
  }
  if (notes.includes('choice') && currencies.length === 0) {
    return {
      code: 'no_denominations',
      message: 'Dites quelles coupures vous avez : le voyageur choisit parmi elles.',
    };
  }
  if (all.some((mode) => mode.is_offered && mode.delay_minutes >= hold_hours * 60)) {
    return {
      code: 'invalid_delay',
      message: 'Le taux doit être garanti plus longtemps qu’il ne faut pour préparer les billets.',
    };
  }
  return undefined;
}

/** Among which notes of a currency a traveller chooses, smallest first; none: it cannot be chosen. */
export function choiceOf(
  { notes, denominations = [] }: Pick<ReservationTerms, 'notes' | 'denominations'>,
  currency: string,
): readonly number[] {
  if (!notes.includes('choice')) return [];
  return denominations.find((of) => of.currency === currency)?.values.toSorted((a, b) => a - b) ?? [];
}

/** By what counter: a branch of no sort is a counter in town, one without a counter is none. */
export function modeOf(kind: BranchKind | null): PickupMode | null {
  if (kind === 'no_counter') return null;
  return kind === 'airport' || kind === 'hotel' ? kind : 'counter';
}

/** What is wrong with an amount, `worth` so much in the base; undefined: nothing. */
export function findWrongAmount(
  { modes, minimum, maximum }: Pick<ReservationTerms, 'modes' | 'minimum' | 'maximum'>,
  mode: PickupMode,
  worth: Cents,
  base: string,
): Wrong | undefined {
  const least = limit(Math.max(minimum, modes[mode].minimum));
  if (worth < least) {
    const message = `Ce bureau réserve à partir de ${formatShortAmount(base, least)}.`;
    return { code: 'below_minimum', message };
  }
  const most = limit(maximum);
  if (worth > most) {
    const message = `Ce bureau réserve jusqu’à ${formatShortAmount(base, most)}.`;
    return { code: 'above_maximum', message };
  }
  return undefined;
}

/** Within what is reserved in one of the ways. */
export function sayLimits(
  { modes, minimum, maximum }: Pick<ReservationTerms, 'modes' | 'minimum' | 'maximum'>,
  mode: PickupMode,
  base: string,
): string {
  const [least, most] = [limit(Math.max(minimum, modes[mode].minimum)), limit(maximum)];
  const from = least > 0 ? `de ${formatShortAmount(base, least)} à` : 'jusqu’à';
  return `Ce bureau réserve ${from} ${formatShortAmount(base, most)}.`;
}

/** True where the bureau has said that it need not be asked. */
export function isAcceptedAtOnce(
  { accepts_up_to }: Pick<ReservationTerms, 'accepts_up_to'>,
  worth: Cents,
): boolean {
  return accepts_up_to !== null && worth <= limit(accepts_up_to);
}

/** Minutes that a bureau needs before notes are there: to answer, none where it need not be asked, and to prepare them. */
export type Needs = { readonly answer: number; readonly delay: number };

/** What this bureau needs before notes `worth` so much are there. */
export function needsOf(
  terms: Pick<ReservationTerms, 'modes' | 'answer_minutes' | 'accepts_up_to'>,
  mode: PickupMode,
  worth: Cents,
): Needs {
  const answer = isAcceptedAtOnce(terms, worth) ? 0 : terms.answer_minutes;
  return { answer, delay: terms.modes[mode].delay_minutes };
}

/** Exact: terms that are saved have two decimals at most (findWrongTerm). */
function limit(amount: number): Cents {
  return centsOf(amount) ?? 0;
}

/** On what terms the own bureau takes reservations; `updated_at` null: it has never said. */
export const OwnTerms = Type.Object({
  is_admitted: Type.Boolean(),
  terms: ReservationTerms,
  updated_at: Type.Union([Type.String(), Type.Null()]),
});
export type OwnTerms = Static<typeof OwnTerms>;
/** `updated_at`: of the terms as they were seen. */
export const TermsSave = Type.Object({
  terms: ReservationTerms,
  updated_at: Type.Union([Type.String({ format: 'date-time', maxLength: 40 }), Type.Null()]),
});

/** Whether a bureau takes part in the beta. */
export const Admission = Type.Object({ id: Id, is_admitted: Type.Boolean() });
export type Admission = Static<typeof Admission>;

const stocked = {
  /** null: of a bureau without branches */
  branch: Type.Union([Id, Type.Null()]),
  currency: CurrencyCode,
  /** 'YYYY-MM-DD' of the branch's calendar; null: each day of which nothing else is said */
  day: Type.Union([
    Type.String({
      pattern:
        '^20\\d\\d-(0[1-9]|1[0-2])-(0[1-9]|1\\d|2[0-8])$|^20\\d\\d-(0[13-9]|1[0-2])-(29|30)$|^20\\d\\d-(0[13578]|1[02])-31$',
    }),
    Type.Null(),
  ]),
  ready: Type.Number({ minimum: 0, maximum: 1_000_000_000 }),
};
/** What a counter is ready to hand over. */
export const StockSave = Type.Object(stocked);
export type StockSave = Static<typeof StockSave>;
export const Stock = Type.Object({
  ...stocked,
  promised: Type.Number(),
  /** of a day: nothing else is said of it, and it goes with the figure of every day */
  follows: Type.Boolean(),
});
export type Stock = Static<typeof Stock>;
