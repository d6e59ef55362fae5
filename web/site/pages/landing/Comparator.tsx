import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import {
  type Comparator as ComparatorState,
  changeAmount,
  changeCurrency,
  isPurchase,
  pairRate,
  type Side,
  swapCurrencies,
} from '#domain/comparator/comparator.ts';
import type { Currency, DatedCurrency } from '#domain/currencies/currency.ts';
import { formatInverseRate, formatRate, formatShortAmount } from '#domain/money/format.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Flag } from '#web/shared/ui/Flag.tsx';
import { AmountField, useAmounts } from './AmountField.tsx';
import styles from './Comparator.module.css';
import { formatMidRate } from './format.ts';
import { onFirstInteraction } from './lazy-part.ts';
import { PlaceField } from './PlaceField.tsx';
import type { Comparison } from './use-comparison.ts';

// list loaded after the first screen, since it weighs more than the router
const loadPicker = () => import('./CurrencyPicker.tsx');
type Picker = Awaited<ReturnType<typeof loadPicker>>['CurrencyPicker'];

type Props = { currencies: readonly DatedCurrency[]; comparison: Comparison };

export function Comparator({ currencies, comparison }: Props) {
  const { state, compare } = comparison;
  const [forced, setForced] = useState('');
  const amounts = useAmounts(comparison, currencies);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // a screen's keyboard would cover half of it
    if (document.activeElement !== document.body || !matchMedia('(hover: hover) and (pointer: fine)').matches)
      return;
    const amount = form.current?.elements.namedItem('offer');
    if (amount instanceof HTMLInputElement) amount.focus({ preventScroll: true });
  }, []);

  /**
   * Changes one currency. One side is always the base (spec 4), so the other may follow, which is
   * announced.
   */
  function choose(side: Side, code: string) {
    const next = changeCurrency(state, side, code, currencies);
    const other = side === 'offer' ? 'wish' : 'offer';
    const { currency } = next[other];
    const isForced = currency !== state[other].currency;
    setForced(isForced ? `${TITLES[other]} : ${currency}, ${labelOf(currency, currencies)}` : '');
    amounts.changeForm(next);
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const refused = amounts.endTyping();
    if (refused) {
      const field = event.currentTarget.elements.namedItem(refused);
      if (field instanceof HTMLInputElement) field.focus();
      return;
    }
    // keyboard of a phone, which makes room for the offers
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
      onChoose={(code) => choose(side, code)}
    />
  );

  return (
    <form
      ref={form}
      id="comparateur"
      className={styles.card}
      aria-label="Comparateur"
      action="/comparer"
      tabIndex={-1}
      onSubmit={submit}
    >
      <AmountField
        side="offer"
        label="Je donne"
        amounts={amounts}
        chips={<Chips comparison={comparison} {...{ currencies }} />}
      >
        {choice('offer')}
      </AmountField>
      <div className={styles.between}>
        <button
          type="button"
          className={styles.swap}
          aria-label="Inverser les devises"
          onClick={() => amounts.changeForm(swapCurrencies(state, currencies))}
        >
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <path d="M6.5 3.5v12m0-12L3 7m3.500-3.500L10 7m3.500 9.500v-12m0 12L10 13m3.500 3.500L17 13" />
          </svg>
        </button>
        <MidRate state={state} currencies={currencies} />
      </div>
      <AmountField side="wish" label="Je souhaite recevoir" amounts={amounts}>
        {choice('wish')}
      </AmountField>
      <PlaceField comparison={comparison} />
      <Button type="submit" size="large">
        Comparer les offres
      </Button>
      <p className="visually-hidden" role="status">
        {forced}
      </p>
      <p className={styles.note}>
        Sans compte, sans e-mail. Vous choisissez, nous vous conduisons sur le site du bureau.
      </p>
    </form>
  );
}

const CHIPS = [200, 500, 1_000];

// Usual amounts, in the currency that is given.
function Chips({ currencies, comparison: { state, change } }: Props) {
  return (
    <span className={styles.chips}>
      {CHIPS.map((units) => (
        <button
          key={units}
          type="button"
          className={styles.chip}
          onClick={() => change(changeAmount(state, 'offer', units * 100, currencies))}
        >
          {formatShortAmount(state.offer.currency, units * 100)}
        </button>
      ))}
    </span>
  );
}

type RateProps = { state: ComparatorState; currencies: readonly DatedCurrency[] };

/** Mid rate to 4 decimals, as the offered currency sees it (spec 5 and 9). */
function MidRate({ state, currencies }: RateProps) {
  const { offer, wish } = state;
  const rate = pairRate(state, currencies);
  const purchase = isPurchase(state, currencies);
  const dated = currencies.find(({ code }) => code === (purchase ? wish : offer).currency);
  return (
    <p className={styles.rate}>
      <strong>
        {`1\u00a0${offer.currency} = ${purchase ? formatRate(rate) : formatInverseRate(rate)}\u00a0${wish.currency}`}
      </strong>
      <span>
        {(purchase ? '' : `soit 1\u00a0${wish.currency} = ${formatRate(rate)}\u00a0${offer.currency}. `) +
          (dated ? formatMidRate(dated, new Date()) : '')}
      </span>
    </p>
  );
}

type ChoiceProps = {
  side: Side;
  code: string;
  currencies: readonly Currency[];
  onChoose: (code: string) => void;
};

const TITLES = { offer: 'Devise que je donne', wish: 'Devise que je souhaite recevoir' };

function CurrencyChoice({ side, code, currencies, onChoose }: ChoiceProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [picker, setPicker] = useState<{ Picker: Picker } | 'failed' | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const [isEnterPending, setEnterPending] = useState(false);
  // list fetched at the first interaction, to keep the first screen alone on the line
  useEffect(() => onFirstInteraction(preload), []);

  function typeAhead(event: KeyboardEvent) {
    const { key } = event;
    if (!isOpen || event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === 'Enter') setEnterPending(query.trim() !== '');
    else if (key === 'Backspace') setQuery((typed) => typed.slice(0, -1));
    else if (key.length === 1) setQuery((typed) => typed + key);
    else return;
    event.preventDefault();
  }

  async function toggle() {
    setOpen(!isOpen);
    setQuery('');
    setEnterPending(false);
    if (picker && picker !== 'failed') return;
    try {
      setPicker({ Picker: (await loadPicker()).CurrencyPicker });
    } catch {
      setOpen(false);
      setPicker('failed');
    }
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.choice}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={`${TITLES[side]} : ${code}, ${labelOf(code, currencies)}`}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => void toggle()}
        onKeyDown={typeAhead}
      >
        <Flag code={code} />
        <span>{code}</span>
        <svg className={styles.chevron} viewBox="0 0 12 8" width="12" height="8" aria-hidden="true">
          <path d="m1.500 1.500 4.500 4.500 4.500-4.500" />
        </svg>
      </button>
      {picker === 'failed' ? (
        <p className={styles.failed} role="alert">
          La liste des devises n’a pas pu être chargée. Vérifiez votre connexion, puis réessayez.
        </p>
      ) : null}
      {picker && picker !== 'failed' ? (
        <picker.Picker
          title={TITLES[side]}
          anchor={button}
          isOpen={isOpen}
          onOpenChange={setOpen}
          query={query}
          onType={setQuery}
          isEnterPending={isEnterPending}
          onEnterHandled={() => setEnterPending(false)}
          code={code}
          currencies={currencies}
          onChoose={onChoose}
        />
      ) : null}
    </>
  );
}

function labelOf(code: string, currencies: readonly Currency[]): string {
  return currencies.find((currency) => currency.code === code)?.label ?? code;
}

function preload() {
  // list without a network, requested again when it is opened
  loadPicker().catch(() => undefined);
}
