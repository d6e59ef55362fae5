import { useState } from 'react';
import { formatCents } from '#domain/money/format.ts';
import { AMOUNT_PROBLEMS, readTypedAmount } from '#domain/money/typed-number.ts';
import { amountInNotes } from '#domain/reservations/note-amounts.ts';
import { brought, handedOver, type Price } from '#domain/reservations/price.ts';
import { formatLimits, type PickupMode } from '#domain/terms/terms.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { TextField } from '#web/shared/ui/Field.tsx';
import { amountsOf, formatExchange } from './amounts.ts';
import { type BranchView, findAmountError, findLargest } from './branch-view.ts';
import { Choice } from './Choice.tsx';
import type { RequestedExchange } from './draft.ts';
import { formatInNotes, sidesOf } from './format.ts';
import type { StepProps } from './step.ts';
import styles from './Traveller.module.css';

type Props = Pick<StepProps, 'exchange' | 'booking' | 'draft' | 'change'> & {
  view: BranchView | null;
  onRead: (isRead: boolean) => void;
};

export function AmountField({ exchange, booking, draft, change, view, onRead }: Props) {
  const { side, currency, target } = exchange;
  const { base } = booking;
  const { broughtCurrency, receivedCurrency } = sidesOf(side, base, currency);
  const typedIn = target === 'offer' ? broughtCurrency : receivedCurrency;
  const [typed, setTyped] = useState(() => formatTyped(draft.cents));
  const read = readTypedAmount(typed, [typedIn]);
  const unreadable = describeUnreadable(read);
  const error = unreadable ?? (view ? findAmountError(booking, view, exchange, draft) : undefined);
  const prices = view && !unreadable ? view.prices : [];
  const largest = error && !unreadable && view ? findLargest(booking, view, exchange, draft) : null;

  return (
    <fieldset className={styles.question}>
      <legend>Combien, en billets</legend>
      <TextField
        label={
          target === 'offer'
            ? `Vous donnez (${broughtCurrency})`
            : `Vous souhaitez recevoir (${receivedCurrency})`
        }
        inputMode="decimal"
        required
        value={typed}
        error={error}
        hint={view ? formatLimits(booking.terms, view.branch.mode as PickupMode, base) : undefined}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          const now = readTypedAmount(value, [typedIn]);
          const isRead = now.outcome === 'read' && now.cents > 0;
          onRead(isRead);
          if (isRead) change({ cents: now.cents, amount: null });
        }}
      />
      {largest ? (
        <div className={styles.ways}>
          <Button
            variant="secondary"
            onClick={() => {
              const amounts = amountsOf(exchange, largest);
              change(amounts);
              onRead(true);
              setTyped(formatTyped(amounts.cents));
            }}
          >
            {`Prendre ${formatExchange(base, exchange, largest)}`}
          </Button>
        </div>
      ) : null}
      {prices.length > 0 ? (
        <div className={styles.amounts} aria-live="polite">
          {prices.map((price) => {
            const amount = amountInNotes(side, price);
            return (
              <Choice
                key={amount}
                name="amount"
                label={<Exchange base={base} exchange={exchange} price={price} />}
                isChosen={price === view?.price}
                onChoose={() => change({ amount })}
              />
            );
          })}
        </div>
      ) : null}
    </fieldset>
  );
}

function Exchange({ base, exchange, price }: { base: string; exchange: RequestedExchange; price: Price }) {
  const { side, currency } = exchange;
  const { broughtCurrency, receivedCurrency } = sidesOf(side, base, currency);
  return (
    <span translate="no">
      <strong className={styles.amount}>
        {formatInNotes(base, receivedCurrency, handedOver(side, price))}
      </strong>{' '}
      <span className={styles.unit}>
        {`pour ${formatInNotes(base, broughtCurrency, brought(side, price))}`}
      </span>
    </span>
  );
}

function describeUnreadable(read: ReturnType<typeof readTypedAmount>): string | undefined {
  if (read.outcome === 'unreadable') return AMOUNT_PROBLEMS[read.problem];
  return read.outcome === 'read' && read.cents > 0 ? undefined : 'Saisissez un montant.';
}

function formatTyped(cents: number): string {
  return formatCents(cents).replace(',00', '');
}
