import type { FormEvent } from 'react';
import {
  type Comparator,
  changeAmount,
  changeCurrency,
  type Side,
  swapCurrencies,
} from '#domain/comparator/comparator.ts';
import type { Currency } from '#domain/currencies/currency.ts';
import type { Cents } from '#domain/money/cents.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { AmountField } from './AmountField.tsx';
import styles from './ComparatorCard.module.css';
import { CurrencyChoice } from './CurrencyChoice.tsx';
import { MidRate } from './MidRate.tsx';
import type { Comparison } from './use-comparison.ts';

type Props = { currencies: readonly Currency[]; comparison: Comparison };

/** The form of the comparator: two amounts, two currencies, the rate between them (spec 4, 5 and 9). */
export function ComparatorCard({ currencies, comparison }: Props) {
  const { state, change, outcome, compare } = comparison;

  function type(side: Side, amount: Cents | null) {
    const next = changeAmount(state, side, amount, currencies);
    if (isExact(next)) change(next);
    return isExact(next);
  }

  /** A change of currencies always goes through: an amount that is out of reach there is let go. */
  function exchange(changeOf: (from: Comparator) => Comparator) {
    const next = changeOf(state);
    change(isExact(next) ? next : changeOf(changeAmount(state, state.typed, null, currencies)));
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    // on a phone, the keyboard gives its place to the offers
    if (matchMedia('(pointer: coarse)').matches && document.activeElement instanceof HTMLInputElement) {
      document.activeElement.blur();
    }
    compare(state);
  }

  const choice = (side: Side) => (
    <CurrencyChoice
      side={side}
      code={state[side].currency}
      currencies={currencies}
      onChoose={(code) => exchange((from) => changeCurrency(from, side, code, currencies))}
    />
  );

  return (
    <form id="comparateur" className={styles.card} aria-label="Comparateur" tabIndex={-1} onSubmit={submit}>
      <AmountField
        side="offer"
        label="Je donne"
        amount={state.offer.amount}
        onType={(amount) => type('offer', amount)}
      >
        {choice('offer')}
      </AmountField>
      <div className={styles.between}>
        <button
          type="button"
          className={styles.swap}
          aria-label="Inverser les devises"
          onClick={() => exchange((from) => swapCurrencies(from, currencies))}
        >
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <path d="M6.5 3.5v12m0-12L3 7m3.500-3.500L10 7m3.500 9.500v-12m0 12L10 13m3.500 3.500L17 13" />
          </svg>
        </button>
        <MidRate state={state} currencies={currencies} outcome={outcome} />
      </div>
      <AmountField
        side="wish"
        label="Je souhaite recevoir"
        amount={state.wish.amount}
        onType={(amount) => type('wish', amount)}
      >
        {choice('wish')}
      </AmountField>
      <Button type="submit" size="large">
        Comparer les offres
      </Button>
      <p className={styles.note}>Sans compte, sans e-mail. Vous choisissez, le bureau vous reçoit.</p>
    </form>
  );
}

/** Whether both amounts are whole hundredths: beyond the safe integers they are only near (domain/money). */
function isExact({ offer, wish }: Comparator): boolean {
  return Number.isSafeInteger(offer.amount ?? 0) && Number.isSafeInteger(wish.amount ?? 0);
}
