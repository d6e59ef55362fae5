import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type Cents, centsOf } from '#domain/money/cents.ts';
import { compareDecimals, decimalNumber, decimalOf } from '#domain/money/decimal.ts';
import { formatAmount, formatShortAmount } from '#domain/money/format.ts';
import { readTypedNumber } from '#domain/money/typed-number.ts';
import { asHandedOver } from '#domain/reservations/applied.ts';
import { formatPercentOff, returnedBase } from '#domain/reservations/buy-back.ts';
import { formatDateOf, formatPairRate } from '#domain/reservations/format-moment.ts';
import {
  findClosedRedemption,
  findWrongRedemption,
  redemptionRequiresIdentity,
} from '#domain/reservations/redeem.ts';
import type { Redeemable } from '#domain/reservations/redemption.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Dialog, DialogButtons, DialogText } from '#web/shared/ui/Dialog.tsx';
import { TextField } from '#web/shared/ui/Field.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { addresses } from '../../addresses.ts';
import { announce, announceFailure } from '../../announce.ts';
import { Refused } from '../../forms/Form.tsx';
import { useAct } from '../../forms/use-act.ts';
import { formatClient, type Row } from '../../reservations/format.ts';
import styles from './OrdersPage.module.css';

type Props = { row: Row; redeemable: Redeemable; onDone: () => Promise<void>; onClose: () => void };

export function RedeemDialog({ row, redeemable, onDone, onClose }: Props) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const { base, currency, rate } = asHandedOver(row);
  const moment = { now: Date.now(), timeZone: row.time_zone };
  const closed = findClosedRedemption(redeemable, moment);
  const amount = readAmount(typed, currency);
  const findWrong = (cents: Cents) =>
    findWrongRedemption(redeemable, { base, currency, rate }, cents, moment)?.message;
  const isPayable = amount !== null && !findWrong(amount);
  const paid = isPayable ? returnedBase(redeemable, amount, decimalOf(rate)) : null;
  const redeem = useAct(async (returned: Cents) => {
    const body = { id: row.id, amount: returned / 100, updated_at: row.updated_at };
    try {
      const { redemptions } = await call('POST /api/reservations/redeem', { body });
      const last = redemptions.at(-1);
      const cash = formatAmount(base, centsOf(last?.paid ?? 0) ?? 0);
      const address = last ? addresses.redemption(row.id, last.number) : addresses.orders;
      announce(`${formatShortAmount(currency, returned)} repris. Payez ${cash} en espèces.`, address);
      onClose();
      if (last) await navigate(address);
    } catch (failure) {
      // the list shows what is left now
      if (!(failure instanceof ApiFailure) || failure.code !== 'reservation_changed') throw failure;
      announceFailure(failure.message);
      onClose();
      await onDone();
    }
  });
  return (
    <Dialog title="Reprendre des billets" isOpen onDismiss={onClose} mustBeAnswered>
      <DialogText>
        {`Commande n°\u00a0${row.number}, ${formatClient(row)}${row.slip ? `, bordereau n°\u00a0${row.slip.number} à présenter` : ''}.`}
      </DialogText>
      {closed ? (
        <>
          <Notice tone="warning">{closed.message}</Notice>
          <DialogButtons>
            <Button onClick={onClose}>Fermer</Button>
          </DialogButtons>
        </>
      ) : (
        <form
          className={styles.redeem}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (amount === null) setError('Indiquez le montant des billets rapportés.');
            else {
              setError(findWrong(amount));
              if (isPayable) redeem.act(amount);
            }
          }}
        >
          <TextField
            label={`Billets rapportés, en ${currency}`}
            hint={`${formatWire(currency, redeemable.left)} au plus, jusqu’au ${formatDateOf(redeemable.last_day)} compris`}
            error={error ?? (amount === null ? undefined : findWrong(amount))}
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            data-first="true"
            value={typed}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value);
              setError(undefined);
            }}
          />
          <div role="status">
            {amount !== null && paid !== null ? (
              <Payment {...{ row, redeemable, amount, paid, moment }} />
            ) : null}
          </div>
          <Refused>{redeem.failure}</Refused>
          <DialogButtons>
            <Button variant="secondary" onClick={onClose}>
              Ne pas reprendre
            </Button>
            <Button type="submit" aria-disabled={!isPayable || redeem.isActing}>
              {paid === null ? 'Reprendre' : `Reprendre et payer ${formatAmount(base, paid)}`}
            </Button>
          </DialogButtons>
        </form>
      )}
    </Dialog>
  );
}

type PaymentProps = {
  row: Row;
  redeemable: Redeemable;
  amount: Cents;
  paid: Cents;
  moment: { now: number; timeZone: string };
};

function Payment({ row, redeemable, amount, paid, moment }: PaymentProps) {
  const done = asHandedOver(row);
  const loss =
    redeemable.percent_off === 0
      ? 'le prix auquel le client les a payés'
      : `soit ${formatPercentOff(redeemable)} de moins que le client ne les a payés`;
  const own = { number: row.number, at: row.ended_at ?? row.updated_at, amount: done.offered };
  return (
    <>
      <DialogText>
        {`${formatShortAmount(done.currency, amount)} rendus\u00a0: `}
        <strong>{formatAmount(done.base, paid)}</strong>
        {` en espèces, ${loss} (taux de la remise\u00a0: ${formatPairRate(done)})${row.fee > 0 ? ', frais non compris' : ''}.`}
      </DialogText>
      {redemptionRequiresIdentity(paid, [own, ...row.linked], moment) ? (
        <Notice tone="warning">Pièce d’identité à demander.</Notice>
      ) : null}
    </>
  );
}

function readAmount(text: string, currency: string): Cents | null {
  const typed = readTypedNumber(text, 'amount', [currency]);
  if (typed.outcome !== 'read' || compareDecimals(typed.decimal, decimalOf(0)) <= 0) return null;
  return centsOf(decimalNumber(typed.decimal));
}

const formatWire = (currency: string, amount: number) => formatShortAmount(currency, centsOf(amount) ?? 0);
