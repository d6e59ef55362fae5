import { type ClipboardEvent, type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import { type Comparator, changeAmount, limitPassed, type Side } from '#domain/comparator/comparator.ts';
import type { Currency } from '#domain/currencies/currency.ts';
import type { Cents } from '#domain/money/cents.ts';
import { formatCents, formatShortAmount, formatWish } from '#domain/money/format.ts';
import {
  AMOUNT_PROBLEMS,
  isAmbiguousAmount,
  mayBecomeNumber,
  type NumberProblem,
  readTypedAmount,
} from '#domain/money/typed-number.ts';
import { MAX_WORTH } from '#domain/offers/limit.ts';
import styles from './Comparator.module.css';
import type { Comparison } from './use-comparison.ts';

type Draft = {
  side: Side;
  text: string;
  shown: string;
  problem: NumberProblem | null;
  isProblemShown: boolean;
  form: Comparator;
};

type Amounts = {
  state: Comparator;
  draft: Draft | null;
  problem: { side: Side; sentence: string } | null;
  type: (side: Side, value: string, isPasted: boolean) => void;
  /** ends the typing; returns the side with an amount that cannot be compared */
  endTyping: () => Side | null;
  /** takes over another form and the unreadable text, since '500 USD' is readable once dollars are given */
  changeForm: (next: Comparator) => void;
};

export function useAmounts({ state, change }: Comparison, currencies: readonly Currency[]): Amounts {
  const [typed, setTyped] = useState<Draft | null>(null);
  const draft = typed && isSameAmounts(typed.form, state) ? typed : null;
  const limit = limitPassed(state, currencies);

  function type(side: Side, value: string, isPasted: boolean, form = state) {
    const { text, shown } = isPasted
      ? { text: value, shown: value }
      : continueTyping(draft?.side === side ? draft : null, value);
    const own = [form[side].currency];
    const read = readTypedAmount(text, own);
    const problem = read.outcome === 'unreadable' ? read.problem : null;
    const isProblemShown = isPasted || !mayBecomeNumber(text, 'amount', own);
    const isShownRead = read.outcome === 'read' && (isPasted || isAmbiguousAmount(text));
    setAmount(
      problem && !isProblemShown ? amountSoFar(text, own) : amountOf(read),
      { side, text, shown: isShownRead ? formatCents(read.cents) : shown, problem, isProblemShown },
      form,
    );
  }

  function changeForm(next: Comparator) {
    if (draft?.problem === 'other_currency') return type(draft.side, draft.text, true, next);
    change(next);
    setTyped(draft && { ...draft, form: next });
  }

  function endTyping(): Side | null {
    if (draft?.problem) {
      setAmount(null, { ...draft, isProblemShown: true });
      return draft.side;
    }
    setTyped(null);
    return limit === null ? null : state.typed;
  }

  function setAmount(amount: Cents | null, typing: Omit<Draft, 'form'>, form = state): void {
    const next = changeAmount(form, typing.side, amount, currencies);
    change(next);
    setTyped({ ...typing, form: next });
  }

  function problem(): Amounts['problem'] {
    if (draft?.problem) {
      const { side, isProblemShown } = draft;
      return isProblemShown ? { side, sentence: AMOUNT_PROBLEMS[draft.problem] } : null;
    }
    if (limit === null) return null;
    const [base, { currency }] = [currencies[0]?.code ?? '', state[state.typed]];
    const worth = currency === base ? '' : `, la valeur de ${formatShortAmount(base, MAX_WORTH)}`;
    return {
      side: state.typed,
      sentence: `Au plus ${formatShortAmount(currency, limit)}${worth}.`,
    };
  }

  return {
    state,
    draft,
    problem: problem(),
    type,
    endTyping,
    changeForm,
  };
}

function isSameAmounts(a: Comparator, b: Comparator): boolean {
  return a.offer === b.offer && a.wish === b.wish && a.typed === b.typed;
}

/**
 * Text appended to a formatted amount continues the text behind it, so that '1.234', shown as 1 234,00, may
 * still become 1.234,56. Spaces between thousands belong to the field.
 */
function continueTyping(draft: Draft | null, value: string): Pick<Draft, 'text' | 'shown'> {
  if (draft && draft.shown !== draft.text && value.startsWith(draft.shown)) {
    const text = draft.text + value.slice(draft.shown.length);
    return { text, shown: text };
  }
  return { text: value.replaceAll('\u202f', ''), shown: value };
}

/** Amount of '1 2', on the way to '1 200', so that the other side follows each key. */
function amountSoFar(text: string, own: readonly string[]): Cents | null {
  return amountOf(readTypedAmount(text.replace(/\s/g, ''), own));
}

function amountOf(read: ReturnType<typeof readTypedAmount>): Cents | null {
  return read.outcome === 'read' ? read.cents : null;
}

type Props = {
  side: Side;
  label: string;
  amounts: Amounts;
  chips?: ReactNode;
  children: ReactNode;
};

export function AmountField({ side, label, amounts, chips, children }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const { state, draft, problem, type, endTyping } = amounts;
  const { amount } = state[side];
  const own = draft?.side === side ? draft : null;
  const shown = own?.shown ?? formatStoredAmount(side, amount);
  const error = problem?.side === side ? problem.sentence : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed into the page of the server
  useEffect(() => {
    const { value = shown } = input.current ?? {};
    if (value !== shown) type(side, value, false);
  }, []);

  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const text = event.clipboardData.getData('text').trim();
    if (!/[\t\r\n]/.test(text)) return;
    event.preventDefault();
    type(side, text.replace(/[\t\r\n]+/g, '\t'), true);
  }

  return (
    <div className={styles.field} data-invalid={error !== null}>
      <label className={styles.label} htmlFor={side}>
        {label}
      </label>
      <div className={styles.line}>
        <span className={styles.room} {...lengthStyle(shown)}>
          <input
            ref={input}
            id={side}
            {...(side === 'offer' ? { name: 'montant' } : {})}
            className={styles.amount}
            data-empty={shown === '' || shown === formatWish(null)}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="search"
            placeholder="0"
            aria-invalid={error !== null}
            {...(error ? { 'aria-describedby': `${side}-error` } : {})}
            value={shown}
            onFocus={(event) => event.currentTarget.select()}
            onPaste={paste}
            onChange={({ currentTarget, nativeEvent }) =>
              type(side, currentTarget.value, isPaste(nativeEvent))
            }
            onBlur={endTyping}
          />
        </span>
        {children}
      </div>
      {chips}
      {error ? (
        <p id={`${side}-error`} className={styles.failed} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
}

// the page of the server, whose policy refuses a style of an element, shows no long amount
function lengthStyle({ length }: string) {
  return length > 4 ? { style: { '--length': length } as CSSProperties } : {};
}

function isPaste(event: Event): boolean {
  return event instanceof InputEvent && /^insertFrom(?:Paste|Drop)$/.test(event.inputType);
}

function formatStoredAmount(side: Side, amount: Cents | null): string {
  // formatted wish, or '0.00' when empty (spec 5); the offer's placeholder invites to type
  if (side === 'wish') return formatWish(amount);
  return amount ? formatCents(amount) : '';
}
