import { type FormEvent, type RefObject, useState } from 'react';
import { asHandedOver } from '#domain/reservations/applied.ts';
import { requiresIdentity } from '#domain/reservations/bring.ts';
import { findWrongCode, readCode } from '#domain/reservations/code.ts';
import { formatPairRate } from '#domain/reservations/format-moment.ts';
import type { BetterRate } from '#domain/reservations/reservation.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { Dialog, DialogButtons, DialogText } from '#web/shared/ui/Dialog.tsx';
import { Field } from '#web/shared/ui/Field.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { TextInput } from '#web/shared/ui/TextInput.tsx';
import { useAct } from '../../forms/use-act.ts';
import { formatBrought, formatClient, formatHandedOver, type Row } from '../../reservations/format.ts';
import { Linked } from './Linked.tsx';
import styles from './OrdersPage.module.css';
import { SlipLink } from './SlipLink.tsx';

type RateToConfirm = { code: string; of: BetterRate };

/** Answer that asks to confirm the rate, because the rate of the day is better or no longer is. null: another error. */
function readRateToConfirm(error: unknown, code: string): RateToConfirm | null {
  const isAsked = error instanceof ApiFailure && error.code === 'better_rate';
  // body of this code by the route
  return isAsked ? { code, of: error.body as BetterRate } : null;
}

type DialogProps = {
  toConfirm: RateToConfirm;
  isActing: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Confirms the applied rate before hand-over: the company promised the better of both. */
function BetterRateDialog({ toConfirm: { of }, isActing, onConfirm, onClose }: DialogProps) {
  const { current, reservation, message } = of;
  const now = { ...reservation, applied: current };
  return (
    <Dialog
      title={current ? 'Le taux du jour est meilleur' : 'Le taux réservé s’applique'}
      isOpen
      onDismiss={onClose}
      mustBeAnswered
    >
      <DialogText>{message}</DialogText>
      <DialogText>
        À remettre à {formatClient(reservation)} : <strong>{formatHandedOver(now)}</strong> contre{' '}
        <strong>{formatBrought(now)}</strong>, au taux de {formatPairRate({ ...now, ...current })}
        {current ? ` au lieu de ${formatPairRate(reservation)}` : ''}.
      </DialogText>
      <DialogButtons>
        <Button variant="secondary" onClick={onClose}>
          Ne pas remettre
        </Button>
        <Button aria-disabled={isActing} onClick={onConfirm}>
          Remettre à ce taux
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

export function CodeField({
  field,
  onCollected,
}: {
  field: RefObject<HTMLInputElement | null>;
  onCollected: () => Promise<void>;
}) {
  const [typed, setTyped] = useState('');
  const [fieldError, setFieldError] = useState<string>();
  const [collected, setCollected] = useState<Row | null>(null);
  const [toConfirm, setToConfirm] = useState<RateToConfirm | null>(null);
  const collect = useAct(async (code: string, rate?: number) => {
    try {
      const body = { code, ...(rate !== undefined && { rate }) };
      const row = await call('POST /api/reservations/collect', { body });
      setToConfirm(null);
      setCollected(row);
      // a code scanned meanwhile stays, to be sent
      setTyped((now) => (readCode(now) === code ? '' : now));
      // not awaited: the next code is accepted during the read
      void onCollected();
    } catch (error) {
      // dialog closed: the error appears beside the field
      setToConfirm(readRateToConfirm(error, code));
      if (!readRateToConfirm(error, code)) throw error;
    }
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    // ready for the next scan, whatever the outcome
    field.current?.focus();
    field.current?.select();
    // the former success no longer applies
    if (!collect.isActing) setCollected(null);
    const code = readCode(typed);
    setFieldError(findWrongCode(typed));
    if (code) collect.act(code);
  }

  return (
    <Card title="Remettre">
      <form className={styles.collect} noValidate onSubmit={submit}>
        <Field
          label="Code du client"
          hint="Saisi ou lu par une douchette"
          error={fieldError ?? (collect.failure || undefined)}
        >
          {(control) => (
            <span className={styles.typed}>
              <TextInput
                {...control}
                ref={field}
                className={styles.code}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                maxLength={20}
                value={typed}
                onChange={({ currentTarget }) => {
                  setTyped(currentTarget.value);
                  setFieldError(undefined);
                }}
              />
              <Button type="submit" aria-disabled={collect.isActing}>
                Remettre
              </Button>
            </span>
          )}
        </Field>
      </form>
      {toConfirm ? (
        <BetterRateDialog
          toConfirm={toConfirm}
          isActing={collect.isActing}
          onConfirm={() => collect.act(toConfirm.code, toConfirm.of.current?.rate)}
          onClose={() => setToConfirm(null)}
        />
      ) : null}
      <div role="status">
        {collected ? (
          <Notice
            tone="success"
            className={styles.collected ?? ''}
            action={<SlipLink row={collected}>Imprimer le bordereau</SlipLink>}
          >
            <p>
              Remis à {formatClient(collected)} : <strong>{formatHandedOver(collected)}</strong> contre{' '}
              {formatBrought(collected)}
              {collected.applied
                ? `, au taux du jour de ${formatPairRate({ ...collected, ...collected.applied })}`
                : ''}
              .
            </p>
            {requiresIdentity(asHandedOver(collected)) ? <p>Pièce d’identité à demander.</p> : null}
            {requiresIdentity(asHandedOver(collected)) ? <Linked row={collected} /> : null}
          </Notice>
        ) : null}
      </div>
    </Card>
  );
}
