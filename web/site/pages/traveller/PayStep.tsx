import type { BookingBranch } from '#domain/reservations/booking.ts';
import { type Exchanged, formatIdentityReason, formatIdentityThreshold } from '#domain/reservations/bring.ts';
import type { Price } from '#domain/reservations/price.ts';
import { Badge } from '#web/shared/ui/Badge.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { Choice } from './Choice.tsx';
import { exchangedIn } from './exchanged-in.ts';
import { Fold } from './Fold.tsx';
import { STEP_FORM, type StepProps } from './step.ts';
import styles from './Traveller.module.css';

const PAYMENTS = { cash: 'En espèces, au guichet', card: 'Par carte, au guichet' } as const;

type Props = StepProps & { branch: BookingBranch; price: Price | null };

export function PayStep({ booking, exchange, draft, change, go, next, act, branch, price }: Props) {
  const isSale = exchange.side === 'sale';
  const exchanged = price && exchangedIn({ booking, exchange, draft, branch, price });
  return (
    <form
      id={STEP_FORM}
      className={styles.stack}
      onSubmit={(event) => {
        event.preventDefault();
        go(4);
      }}
    >
      <fieldset className={styles.question}>
        <legend>{isSale ? 'Vous payez' : 'Le bureau vous paie'}</legend>
        <div className={styles.choices}>
          {branch.payments.map((one) => (
            <Choice
              key={one}
              name="payment"
              label={PAYMENTS[one]}
              isChosen={draft.payment === one}
              onChoose={() => change({ payment: one })}
            />
          ))}
          <Choice
            name="payment"
            label={
              <>
                En ligne <Badge tone="later">Avec la bêta</Badge>
              </>
            }
            isChosen={false}
            isDisabled
          />
        </div>
        <Fold label="Pourquoi pas en ligne ?">
          <p className={styles.note}>
            {`La loi demande alors une pièce d’identité dès le premier euro${exchanged ? `. Au guichet, ${formatAtCounter(exchanged)}` : ''} (Code monétaire et financier, article R561-10).`}
          </p>
        </Fold>
      </fieldset>
      <div className={styles.ways}>
        {act(
          <Button type="submit" form={STEP_FORM} size="large">
            {next}
          </Button>,
        )}
        <Button variant="secondary" onClick={() => go(2)}>
          Retour
        </Button>
      </div>
    </form>
  );
}

function formatAtCounter(exchanged: Exchanged): string {
  const why = formatIdentityReason(exchanged);
  return why ? `apportez-en une aussi\u00a0: ${why}` : `seulement ${formatIdentityThreshold(exchanged)}`;
}
