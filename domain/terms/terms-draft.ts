import * as Type from 'typebox';
import { draftOf, type ValidationError } from '../validation/draft.ts';
import {
  LARGEST_SHARE,
  MOST_DENOMINATIONS,
  NO_DENOMINATIONS,
  type PickupMode,
  type ReservationTerms,
} from './terms.ts';

const Typed = Type.String({ maxLength: 12 });
const modeFields = <M extends PickupMode>(mode: M) =>
  ({
    [`${mode}_offered`]: Type.Boolean(),
    [`${mode}_delay`]: Typed,
    [`${mode}_minimum`]: Typed,
    [`${mode}_fee`]: Typed,
  }) as Record<`${M}_offered`, Type.TBoolean> &
    Record<`${M}_delay` | `${M}_minimum` | `${M}_fee`, typeof Typed>;

/** Figures as text, '' for an optional one left empty. */
const TermsForm = Type.Object({
  ...modeFields('counter'),
  ...modeFields('airport'),
  ...modeFields('hotel'),
  minimum: Typed,
  maximum: Typed,
  hold_hours: Typed,
  answer_minutes: Typed,
  accepts_up_to: Typed,
  largest_share: Typed,
  small: Type.Boolean(),
  choice: Type.Boolean(),
  denominations: Type.String({ maxLength: 3_000 }),
  takes_better_rate: Type.Boolean(),
  buys_back: Type.Boolean(),
  share: Typed,
  days: Typed,
  percent_off: Typed,
});
export type TermsForm = Type.Static<typeof TermsForm>;

type Bounds = { from: number; to: number; decimals?: number };
const amount = (to = 10_000_000): Bounds => ({ from: 0, to, decimals: 2 });
const DELAY: Bounds = { from: 0, to: 8_640 };

function figure(bounds: Bounds, where: (values: TermsForm) => boolean = () => true, isOptional = false) {
  return (typed: string, values: TermsForm): ValidationError | undefined => {
    if (!where(values) || (isOptional && typed.trim() === '')) return undefined;
    const value = readFigure(typed, bounds.decimals);
    if (value !== null && value >= bounds.from && value <= bounds.to) return undefined;
    const kind = bounds.decimals ? 'un montant' : 'un nombre entier';
    const [from, to] = [bounds.from, bounds.to].map((bound) => bound.toLocaleString('fr-FR'));
    const message = `Donnez ${kind} de ${from} à ${to}.`;
    return { code: 'invalid_figure', message };
  };
}

const buysBack = ({ buys_back }: TermsForm) => buys_back;
const rulesOf = <M extends PickupMode>(mode: M) => {
  const isOffered = (values: TermsForm) => values[`${mode}_offered`];
  return {
    [`${mode}_delay`]: figure(DELAY, isOffered),
    [`${mode}_minimum`]: figure(amount(), isOffered),
    [`${mode}_fee`]: figure(amount(100), isOffered),
  };
};

export const termsDraft = draftOf(TermsForm, {
  ...rulesOf('counter'),
  ...rulesOf('airport'),
  ...rulesOf('hotel'),
  minimum: figure(amount()),
  maximum: figure({ from: 0.01, to: 10_000_000, decimals: 2 }),
  hold_hours: figure({ from: 1, to: 168 }),
  answer_minutes: figure({ from: 15, to: 1_440 }),
  accepts_up_to: figure(amount(), undefined, true),
  largest_share: figure({ from: 1, to: 100 }),
  denominations: (typed, { choice }) => {
    const { read, wrong } = readDenominations(typed);
    return wrong ?? (choice && read.length === 0 ? NO_DENOMINATIONS : undefined);
  },
  share: figure({ from: 1, to: 100 }, buysBack),
  days: figure({ from: 1, to: 365 }, buysBack),
  percent_off: figure({ from: 0, to: 50, decimals: 2 }, buysBack),
});

type Denominations = NonNullable<ReservationTerms['denominations']>;

/** Lines such as “USD 1 5 10 20 50 100”. `wrong`: error of the first bad line. */
export function readDenominations(typed: string): { read: Denominations; wrong?: ValidationError } {
  const read: Denominations = [];
  const lines = typed.split('\n').filter((line) => line.trim() !== '');
  for (const line of lines) {
    const [currency = '', ...texts] = line
      .toUpperCase()
      .split(/[\s,;:]+/)
      .filter(Boolean);
    const values = [...new Set(texts.map((text) => (/^\d{1,8}$/.test(text) ? Number(text) : 0)))];
    const isInvalid =
      !/^[A-Z]{3}$/.test(currency) ||
      values.length === 0 ||
      values.length > MOST_DENOMINATIONS ||
      values.some((value) => value < 1 || value > 10_000_000);
    if (isInvalid || read.some((other) => other.currency === currency)) {
      const message = `« ${line.trim()} »\u00a0: donnez, une devise par ligne, son code puis ses billets, comme « USD 10 20 50 ».`;
      return { read, wrong: { code: 'invalid_denominations', message } };
    }
    read.push({ currency, values: values.toSorted((a, b) => a - b) });
  }
  return { read };
}

function denominations(values: TermsForm): Pick<ReservationTerms, 'denominations'> {
  const { read } = readDenominations(values.denominations);
  return read.length > 0 ? { denominations: read } : {};
}

export function readFigure(typed: string, decimals = 0): number | null {
  const text = typed.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.');
  const match = /^\d{1,9}(?:\.(\d{1,2}))?$/.exec(text);
  return match && (match[1]?.length ?? 0) <= decimals ? Number(text) : null;
}

export function typedTerms(terms: ReservationTerms): TermsForm {
  const { modes, buy_back: back } = terms;
  const of = (mode: PickupMode) => {
    const { is_offered, delay_minutes, minimum, fee } = modes[mode];
    return {
      is_offered,
      delay: formatNumber(delay_minutes),
      minimum: formatNumber(minimum),
      fee: formatNumber(fee),
    };
  };
  const [counter, airport, hotel] = [of('counter'), of('airport'), of('hotel')];
  return {
    counter_offered: counter.is_offered,
    counter_delay: counter.delay,
    counter_minimum: counter.minimum,
    counter_fee: counter.fee,
    airport_offered: airport.is_offered,
    airport_delay: airport.delay,
    airport_minimum: airport.minimum,
    airport_fee: airport.fee,
    hotel_offered: hotel.is_offered,
    hotel_delay: hotel.delay,
    hotel_minimum: hotel.minimum,
    hotel_fee: hotel.fee,
    minimum: formatNumber(terms.minimum),
    maximum: formatNumber(terms.maximum),
    hold_hours: formatNumber(terms.hold_hours),
    answer_minutes: formatNumber(terms.answer_minutes),
    accepts_up_to: terms.accepts_up_to === null ? '' : formatNumber(terms.accepts_up_to),
    largest_share: formatNumber(terms.largest_share ?? LARGEST_SHARE),
    small: terms.notes.includes('small'),
    choice: terms.notes.includes('choice'),
    denominations: (terms.denominations ?? [])
      .map(({ currency, values }) => [currency, ...values].join(' '))
      .join('\n'),
    takes_better_rate: terms.takes_better_rate,
    buys_back: back !== null,
    share: formatNumber(back?.share ?? 50),
    days: formatNumber(back?.days ?? 30),
    percent_off: formatNumber(back?.percent_off ?? 0),
  };
}

/** Terms of a valid form. Modes that are not offered keep their former values. */
export function termsOf(values: TermsForm, before: ReservationTerms): ReservationTerms {
  const modeOf = (mode: PickupMode) => {
    const was = before.modes[mode];
    if (!values[`${mode}_offered`]) return { ...was, is_offered: false };
    return {
      is_offered: true,
      delay_minutes: readFigure(values[`${mode}_delay`]) ?? was.delay_minutes,
      minimum: readFigure(values[`${mode}_minimum`], 2) ?? was.minimum,
      fee: readFigure(values[`${mode}_fee`], 2) ?? was.fee,
    };
  };
  return {
    modes: { counter: modeOf('counter'), airport: modeOf('airport'), hotel: modeOf('hotel') },
    minimum: readFigure(values.minimum, 2) ?? before.minimum,
    maximum: readFigure(values.maximum, 2) ?? before.maximum,
    hold_hours: readFigure(values.hold_hours) ?? before.hold_hours,
    answer_minutes: readFigure(values.answer_minutes) ?? before.answer_minutes,
    accepts_up_to: readFigure(values.accepts_up_to, 2),
    ...largestShare(values, before),
    notes: [...(values.small ? (['small'] as const) : []), ...(values.choice ? (['choice'] as const) : [])],
    ...denominations(values),
    takes_better_rate: values.takes_better_rate,
    buy_back: values.buys_back
      ? {
          share: readFigure(values.share) ?? 50,
          days: readFigure(values.days) ?? 30,
          percent_off: readFigure(values.percent_off, 2) ?? 0,
        }
      : null,
  };
}

/** A default that nobody changed stays unset. */
function largestShare({ largest_share: typed }: TermsForm, { largest_share: was }: ReservationTerms) {
  const share = readFigure(typed) ?? LARGEST_SHARE;
  return was === undefined && share === LARGEST_SHARE ? {} : { largest_share: share };
}

function formatNumber(value: number): string {
  return String(value).replace('.', ',');
}
