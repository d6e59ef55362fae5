import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { decimalOf } from '#domain/money/decimal.ts';
import { formatAmount } from '#domain/money/format.ts';
import type { Booking, BookingBranch } from '#domain/reservations/booking.ts';
import { formatBring, formatIdentityReason } from '#domain/reservations/bring.ts';
import { bundleOf } from '#domain/reservations/bundle.ts';
import { heldUntil } from '#domain/reservations/deadlines.ts';
import {
  formatClock,
  formatNearMoment,
  formatPairRate,
  formatWeekday,
} from '#domain/reservations/format-moment.ts';
import { amountInNotes } from '#domain/reservations/note-amounts.ts';
import { brought, handedOver, type Price } from '#domain/reservations/price.ts';
import { wholeCostOf } from '#domain/reservations/whole-cost.ts';
import { joinWords } from '#domain/text/join-words.ts';
import type { Traveller } from '#domain/travellers/traveller.ts';
import { Logo } from '#web/shared/ui/Logo.tsx';
import { type Draft, type RequestedExchange, requestedNotes } from './draft.ts';
import { exchangedIn } from './exchanged-in.ts';
import { capital, formatInNotes, formatMode, sidesOf } from './format.ts';
import styles from './Receipt.module.css';

// Choice of a step: its step, and the control that has the focus when it is changed.
export const CHOICES = {
  amount: { step: 1, control: '[inputmode="decimal"]' },
  branch: { step: 1, control: '[name="branch"]:checked' },
  hour: { step: 1, control: '[data-kind="hour"]:checked' },
  notes: { step: 1, control: '[name="notes"]:checked' },
  person: { step: 2, control: 'form input' },
  payment: { step: 3, control: '[name="payment"]:checked' },
} as const;
export type ChoiceName = keyof typeof CHOICES;

type Props = {
  booking: Booking;
  exchange: RequestedExchange;
  draft: Draft;
  branch: BookingBranch;
  price: Price | null;
  traveller: Traveller | null;
  step: number;
  onModify: (name: ChoiceName) => void;
};

// Receipt of the choices so far. A line appears once its step is passed.
export function Receipt(props: Props) {
  const { booking, exchange, draft, branch, price, traveller, step, onModify } = props;
  const { company, base } = booking;
  const { side, currency } = exchange;
  const { broughtCurrency } = sidesOf(side, base, currency);
  const line = (name: ChoiceName, label: string, text: ReactNode) => (
    <Line key={name} label={label} onModify={() => onModify(name)}>
      {text}
    </Line>
  );
  const cash = draft.payment === 'card' ? 'par carte' : side === 'sale' ? 'en espèces' : 'en billets';
  const until = formatUntil(booking, branch);
  const notes = formatBundle(props);
  return (
    <div className={styles.receipt}>
      <div className={styles.company}>
        <Logo logo={company.logo} name={company.name} />
        <p className={styles.name} translate="no">
          {company.name}
        </p>
      </div>
      <ul className={styles.lines}>
        {line(
          'amount',
          'le montant',
          price ? (
            <span className={styles.sum} translate="no">
              <strong className={styles.amount}>{formatReceived(props, price)}</strong>{' '}
              <span>
                pour <b>{formatInNotes(base, broughtCurrency, brought(side, price))}</b> <span>{cash}</span>
              </span>
            </span>
          ) : (
            'Montant à choisir'
          ),
        )}
      </ul>
      {price ? <Cost booking={booking} exchange={exchange} branch={branch} price={price} /> : null}
      <ul className={styles.lines}>
        {line(
          'branch',
          'le guichet',
          [branch.name || formatMode(branch.mode), branch.city].filter(Boolean).join(', '),
        )}
        {draft.pickupAt === null
          ? null
          : line('hour', 'l’heure', formatHour(draft.pickupAt, branch.time_zone))}
        {notes === '' ? null : line('notes', 'les coupures', notes)}
        {traveller && step > 2
          ? line('person', 'qui vous êtes', <Person firstName={draft.firstName} email={traveller.email} />)
          : null}
        {step > 3
          ? line(
              'payment',
              'le paiement',
              `${draft.payment === 'card' ? 'Par carte' : 'En espèces'}, au guichet`,
            )
          : null}
      </ul>
      <p className={styles.held}>{`Taux garanti jusqu’à ${until}`}</p>
      {price ? <p className={styles.soft}>{formatShortBring(props, price)}</p> : null}
    </div>
  );
}

// An address too long for its line is broken before its sign.
function Person({ firstName, email }: { firstName: string; email: string }) {
  const [local, domain] = email.split('@');
  return (
    <span translate="no">
      {`${firstName}, ${local}`}
      <wbr />
      {`@${domain}`}
    </span>
  );
}

function Line({ label, onModify, children }: { label: string; onModify: () => void; children: ReactNode }) {
  return (
    <li className={styles.line}>
      <span>{children}</span>
      <button type="button" className={styles.modify} onClick={onModify}>
        Modifier<span className="visually-hidden"> {label}</span>
      </button>
    </li>
  );
}

type Priced = Pick<Props, 'booking' | 'exchange' | 'branch'> & { price: Price };

// Sign of two bars: the value at the mid rate, and what is handed over of it.
function Cost({ booking: { base, mid_rate }, exchange: { side, currency }, branch, price }: Priced) {
  const cost = mid_rate && wholeCostOf(side, price, decimalOf(mid_rate.rate));
  const whole = brought(side, price);
  const worth = side === 'sale' ? whole : handedOver(side, price) + (cost ?? 0);
  const share = cost === null || worth <= 0 ? null : (worth - cost) / worth;
  return (
    <div>
      {share === null ? null : (
        <div className={styles.bars} aria-hidden="true">
          <span style={{ width: `${100 / Math.max(1, share)}%` }} />
          <span>
            <span style={{ width: `${(100 * share) / Math.max(1, share)}%` }} />
          </span>
        </div>
      )}
      <p className={styles.cost}>
        <span translate="no">{formatPairRate({ base, currency, rate: branch.rate ?? 0 })}</span>
        {cost === null ? null : (
          <span>{`${cost < 0 ? 'gagne' : 'coûte'} ${formatAmount(base, Math.abs(cost))}`}</span>
        )}
      </p>
    </div>
  );
}

// Foot of a phone's window: the amount and the guarantee, which open the receipt.
export function ReceiptBar(props: Props & { canOpen: boolean }) {
  const { booking, exchange, branch, price, canOpen, onModify } = props;
  const { base } = booking;
  const { side, currency } = exchange;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const isShown = isOpen && canOpen;
  const toggle = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isShown) return;
    const type = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setOpen(false);
      toggle.current?.focus();
    };
    // beside the receipt
    const press = ({ target }: PointerEvent) => {
      if (target instanceof Element && !target.closest('aside')) setOpen(false);
    };
    addEventListener('keydown', type);
    addEventListener('pointerdown', press);
    return () => {
      removeEventListener('keydown', type);
      removeEventListener('pointerdown', press);
    };
  }, [isShown]);
  const close = () => {
    setOpen(false);
    toggle.current?.focus();
  };
  const text = (
    <>
      <span className={styles.sum} translate="no">
        {price ? (
          <>
            <strong className={styles.barAmount}>{formatReceived(props, price)}</strong>{' '}
            <span>
              pour {formatInNotes(base, sidesOf(side, base, currency).broughtCurrency, brought(side, price))}
            </span>
          </>
        ) : (
          'Montant à choisir'
        )}
      </span>
      <span className={styles.until}>{`garanti jusqu’à ${formatUntil(booking, branch, 'short')}`}</span>
    </>
  );
  return (
    <>
      <div id={id} className={styles.panel} hidden={!isShown}>
        {isShown ? (
          <>
            <p className={styles.panelHead}>
              <strong>Votre réservation</strong>
              <button type="button" className={styles.close} onClick={close}>
                Fermer
              </button>
            </p>
            <Receipt
              {...props}
              onModify={(name) => {
                setOpen(false);
                onModify(name);
              }}
            />
          </>
        ) : null}
      </div>
      {canOpen ? (
        <button
          ref={toggle}
          type="button"
          className={styles.toggle}
          aria-expanded={isShown}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <span className="visually-hidden">Votre réservation&nbsp;: </span>
          {text}
        </button>
      ) : (
        <p className={styles.toggle}>{text}</p>
      )}
    </>
  );
}

function formatReceived({ booking: { base }, exchange: { side, currency } }: Props, price: Price): string {
  return formatInNotes(base, sidesOf(side, base, currency).receivedCurrency, handedOver(side, price));
}

// “Mardi 24, 9 h 30”.
function formatHour(at: number, zone: string): string {
  return capital(`${formatWeekday(at, zone)}, ${formatClock(at, zone)}`);
}

function formatUntil(
  { terms }: Booking,
  { time_zone }: BookingBranch,
  weekday: 'long' | 'short' = 'long',
): string {
  const now = Date.now();
  return formatNearMoment(heldUntil(now, terms), time_zone, { now, weekday });
}

// “Billets de 100, 20 et 5”, as the bureau would count them out.
function formatBundle({ booking, exchange: { side }, draft, price }: Props): string {
  if (side !== 'sale' || booking.terms.notes.length === 0 || !price) return '';
  const bundle = bundleOf(amountInNotes(side, price), booking.notes, requestedNotes(draft));
  return bundle
    ? `Billets de ${joinWords(bundle.notes.map(({ value }) => value.toLocaleString('fr-FR')))}`
    : '';
}

function formatShortBring(props: Props, price: Price): string {
  const exchanged = exchangedIn({ ...props, price });
  const [money = ''] = formatBring(exchanged);
  const paper = formatIdentityReason(exchanged) === null ? '' : ', une pièce d’identité';
  return `À apporter\u00a0: ${money.replace(/, (en|par) /, ' $1 ')}${paper}, votre code`;
}
