import { type Static, Type } from 'typebox';
import type { BranchKind } from '../branches/branch.ts';
import { Id } from '../companies/company.ts';
import { CurrencyCode } from '../currencies/currency.ts';
import { type Cents, centsOf } from '../money/cents.ts';
import { formatShortAmount } from '../money/format.ts';
import { Day } from '../text/day.ts';
import type { ValidationError } from '../validation/draft.ts';

export const pickupModes = {
  counter: 'Sur place',
  airport: 'À l’aéroport',
  hotel: 'À l’hôtel',
} as const;
export type PickupMode = keyof typeof pickupModes;

const MAX_AMOUNT = 10_000_000;
const Amount = Type.Number({ minimum: 0, maximum: MAX_AMOUNT });
const DAY_MINUTES = 24 * 60;
/** Bounds above any real currency and branch. */
export const MOST_DENOMINATIONS = 16;
const MOST_CURRENCIES = 60;

/** Delay, minimum amount and fee of a mode, amounts in the base. */
const ModeTerms = Type.Object({
  is_offered: Type.Boolean(),
  delay_minutes: Type.Integer({ minimum: 0, maximum: 6 * DAY_MINUTES }),
  minimum: Amount,
  fee: Type.Number({ minimum: 0, maximum: 100 }),
});

/** Amounts in the base, at the company's rate. */
export const ReservationTerms = Type.Object({
  modes: Type.Object({ counter: ModeTerms, airport: ModeTerms, hotel: ModeTerms }),
  minimum: Amount,
  maximum: Type.Number({ exclusiveMinimum: 0, maximum: MAX_AMOUNT }),
  /** Hours for which the rate is frozen, at most a week, because opening hours are known that far. */
  hold_hours: Type.Integer({ minimum: 1, maximum: 168 }),
  answer_minutes: Type.Integer({ minimum: 15, maximum: DAY_MINUTES }),
  /** Base amount accepted without an answer. null: none. */
  accepts_up_to: Type.Union([Amount, Type.Null()]),
  /** small: small notes on request; choice: the traveller chooses among the denominations. */
  notes: Type.Array(Type.Union([Type.Literal('small'), Type.Literal('choice')]), {
    maxItems: 2,
    uniqueItems: true,
  }),
  /** Notes of the company in whole units, by currency. A currency left out: the issued ones (`notesAt`). */
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
  /** Percent of a day's stock for one traveller. Left out: LARGEST_SHARE. */
  largest_share: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  takes_better_rate: Type.Boolean(),
  /** Percent of the notes, days and percent off the reserved rate. */
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

/** Percent. Default that keeps one person from taking a branch's whole day. */
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

// a choice is among the company's own notes, never the issued ones (decision 052)
export const NO_DENOMINATIONS: ValidationError = {
  code: 'no_denominations',
  message: 'Indiquez vos billets. Le voyageur choisit parmi eux.',
};

export function findWrongTerm({
  modes,
  minimum,
  maximum,
  accepts_up_to,
  hold_hours,
  notes,
  denominations = [],
}: ReservationTerms): ValidationError | undefined {
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
    return { code: 'same_currency', message: 'Donnez les billets d’une devise en une seule fois.' };
  }
  if (notes.includes('choice') && currencies.length === 0) {
    return NO_DENOMINATIONS;
  }
  if (all.some((mode) => mode.is_offered && mode.delay_minutes >= hold_hours * 60)) {
    return {
      code: 'invalid_delay',
      message: 'Le taux doit être garanti plus longtemps qu’il ne faut pour préparer les billets.',
    };
  }
  return undefined;
}

export function choiceOf(
  { notes, denominations = [] }: Pick<ReservationTerms, 'notes' | 'denominations'>,
  currency: string,
): readonly number[] {
  if (!notes.includes('choice')) return [];
  return denominations.find((of) => of.currency === currency)?.values.toSorted((a, b) => a - b) ?? [];
}

/** Mode of a branch. A branch without a kind is in town; null: no staffed desk. */
export function modeOf(kind: BranchKind | null): PickupMode | null {
  if (kind === 'no_counter') return null;
  return kind === 'airport' || kind === 'hotel' ? kind : 'counter';
}

/** Least and most that is reserved in a mode, in hundredths of the base. */
export type ReservableWorth = { readonly least: Cents; readonly most: Cents };

export function limitsOf(
  { modes, minimum, maximum }: Pick<ReservationTerms, 'modes' | 'minimum' | 'maximum'>,
  mode: PickupMode,
): ReservableWorth {
  return { least: limit(Math.max(minimum, modes[mode].minimum)), most: limit(maximum) };
}

export function findWrongAmount(
  terms: Pick<ReservationTerms, 'modes' | 'minimum' | 'maximum'>,
  mode: PickupMode,
  worth: Cents,
  base: string,
): ValidationError | undefined {
  const { least, most } = limitsOf(terms, mode);
  if (worth < least) {
    const message = `Ce bureau réserve à partir de ${formatShortAmount(base, least)}.`;
    return { code: 'below_minimum', message };
  }
  if (worth > most) {
    const message = `Ce bureau réserve jusqu’à ${formatShortAmount(base, most)}.`;
    return { code: 'above_maximum', message };
  }
  return undefined;
}

export function formatLimits(
  terms: Pick<ReservationTerms, 'modes' | 'minimum' | 'maximum'>,
  mode: PickupMode,
  base: string,
): string {
  const { least, most } = limitsOf(terms, mode);
  const from = least > 0 ? `de ${formatShortAmount(base, least)} à` : 'jusqu’à';
  return `Ce bureau réserve ${from} ${formatShortAmount(base, most)}.`;
}

export function isAcceptedAtOnce(
  { accepts_up_to }: Pick<ReservationTerms, 'accepts_up_to'>,
  worth: Cents,
): boolean {
  return accepts_up_to !== null && worth <= limit(accepts_up_to);
}

/** Minutes until notes are ready: the answer, 0 where none is needed, and the preparation. */
export type PreparationMinutes = { readonly answer: number; readonly delay: number };

export function needsOf(
  terms: Pick<ReservationTerms, 'modes' | 'answer_minutes' | 'accepts_up_to'>,
  mode: PickupMode,
  worth: Cents,
): PreparationMinutes {
  const answer = isAcceptedAtOnce(terms, worth) ? 0 : terms.answer_minutes;
  return { answer, delay: terms.modes[mode].delay_minutes };
}

/** Exact, because saved terms have at most two decimals (findWrongTerm). */
function limit(amount: number): Cents {
  return centsOf(amount) ?? 0;
}

/** `updated_at` null: no terms yet. */
export const OwnTerms = Type.Object({
  is_admitted: Type.Boolean(),
  terms: ReservationTerms,
  updated_at: Type.Union([Type.String(), Type.Null()]),
});
export type OwnTerms = Static<typeof OwnTerms>;
export const TermsSave = Type.Object({
  terms: ReservationTerms,
  updated_at: Type.Union([Type.String({ format: 'date-time', maxLength: 40 }), Type.Null()]),
});

export const Admission = Type.Object({ id: Id, is_admitted: Type.Boolean() });
export type Admission = Static<typeof Admission>;

// Days are of the branch's calendar. null: every day without a figure of its own.
const StockDay = Type.Union([Day, Type.Null()]);
const stocked = { branch: Type.Union([Id, Type.Null()]), currency: CurrencyCode };
export const MOST_READY = 1_000_000_000;
const Ready = Type.Number({ minimum: 0, maximum: MOST_READY });

export const MOST_STOCK_CELLS = 1_000;

// `ready` null: the day follows the figure of every day again; of every day, nothing is ready.
export const StockCell = Type.Object({ ...stocked, ready: Type.Union([Ready, Type.Null()]) });
export type StockCell = Static<typeof StockCell>;
export const StocksSave = Type.Object({
  day: StockDay,
  cells: Type.Array(StockCell, { minItems: 1, maxItems: MOST_STOCK_CELLS }),
});

// `day` left out: every day from now on.
export const StocksQuery = Type.Object({ day: Type.Optional(Day) });

export const Stock = Type.Object({
  ...stocked,
  day: StockDay,
  ready: Ready,
  promised: Type.Number(),
  /** The day follows the figure of every day. */
  follows: Type.Boolean(),
});
export type Stock = Static<typeof Stock>;

// Open branches with a counter, and currencies that the company fixes or has in stock, the base first.
export const Stocks = Type.Object({
  branches: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  currencies: Type.Array(Type.Object({ code: CurrencyCode, label: Type.String() })),
  stocks: Type.Array(Stock),
});
export type Stocks = Static<typeof Stocks>;

// Body of the 409 `already_promised`.
export type StocksConflict = { cells: (Omit<StockCell, 'ready'> & { promised: number })[] };
