import { type Cents, centsOf } from '#domain/money/cents.ts';
import { formatShortAmount } from '#domain/money/format.ts';
import type { FixingSide } from '#domain/rates/draft.ts';
import { asHandedOver } from '#domain/reservations/applied.ts';
import { formatBring, formatIdentityReason } from '#domain/reservations/bring.ts';
import { formatLocalMoment, formatPairRate } from '#domain/reservations/format-moment.ts';
import { formatNetRate } from '#domain/reservations/net-rate.ts';
import { brought } from '#domain/reservations/price.ts';
import type { Reservation } from '#domain/reservations/reservation.ts';
import {
  type Actor,
  isOpen,
  type Reason,
  type ReservationState,
  reservationStates,
  type UndoReason,
} from '#domain/reservations/states.ts';
import { formatFee, formatWholeCost } from '#domain/reservations/whole-cost.ts';
import { formatNotes, formatStopped, toldReasons } from '#domain/reservations/words.ts';
import { type Letter, type LetterTicket, toSingleLine } from '../../mail/letter.ts';

export type LetterEvent = {
  kind: ReservationState | 'moved' | 'closed' | 'suspended' | 'rate_suspended';
  actor: Actor;
  reason: Reason | UndoReason | null;
  pickupWas: Date | null;
  branchWas?: string | null;
  isAcceptedAtOnce: boolean;
  slip: number | null;
  reservation: Reservation;
};

type TicketRow = LetterTicket['rows'][number];

const SORRY = 'Vous ne devez rien, et vous pouvez réserver ailleurs dès maintenant.';

/** Letters that repeat the company's promise, after the hand-over its buy-back. */
const WITH_PROMISE: ReadonlySet<LetterEvent['kind']> = new Set(['requested', 'accepted', 'collected']);

type LetterTexts = { subject: string; title: string; lead: string; after: string[] };

function travellerTexts({
  kind,
  actor,
  reason,
  pickupWas,
  branchWas,
  isAcceptedAtOnce,
  slip,
  reservation,
}: LetterEvent): LetterTexts {
  const company = toSingleLine(reservation.company.name);
  const why = reason && toldReasons[reason] ? ` : ${toldReasons[reason]}` : '';
  const zone = reservation.time_zone;
  if (isReopened({ kind, actor })) return reopenedTexts(company, kind, reservation);
  switch (kind) {
    case 'requested':
      return isAcceptedAtOnce
        ? {
            subject: `Votre réservation chez ${company} est acceptée`,
            title: 'C’est réservé',
            lead: `${company} vous garde ce montant, à ce taux.`,
            after: [],
          }
        : {
            subject: `Votre demande de réservation chez ${company}`,
            title: 'Votre demande est partie',
            lead: `${company} vous répond au plus tard le ${formatLocalMoment(reservation.due_at, zone)}. D’ici là, le montant est mis de côté, et le taux ne bouge pas.`,
            after: [],
          };
    case 'accepted':
      return {
        subject: `${company} accepte votre réservation`,
        title: 'Votre réservation est acceptée',
        lead: `${company} prépare vos billets.`,
        after: [],
      };
    case 'ready':
      if (reason !== null) {
        return {
          subject: `${company} a annulé la remise de vos billets`,
          title: 'La remise est annulée',
          lead: `${company} a annulé la remise de vos billets${why}. Votre réservation vous attend de nouveau, au même taux.`,
          after: [
            `Le bordereau de cette remise n’est plus valable.${isExpected(reservation) ? ' Le reste est inchangé.' : ''}`,
          ],
        };
      }
      return isExpected(reservation)
        ? {
            subject: `Vos billets vous attendent chez ${company}`,
            title: 'Vos billets sont prêts',
            lead: `${company} vous attend à l’heure convenue.`,
            after: [],
          }
        : {
            subject: `Vos billets sont prêts chez ${company}`,
            title: 'Vos billets sont prêts',
            lead: `${company} a préparé vos billets.`,
            after: [],
          };
    case 'moved': {
      if (branchWas) {
        return {
          subject: `Votre retrait chez ${company} change d’agence`,
          title: 'Votre nouvelle agence',
          lead: `Vous avez changé d’agence pour votre retrait${formatFormer(branchWas, pickupWas, zone)}.`,
          after: [],
        };
      }
      const was = pickupWas ? `, qui était prévu le ${formatLocalMoment(pickupWas.toISOString(), zone)}` : '';
      return actor === 'traveller'
        ? {
            subject: `Votre retrait chez ${company} change d’heure`,
            title: 'Votre nouvelle heure',
            lead: `Vous avez changé l’heure de votre retrait${was}.`,
            after: [],
          }
        : {
            subject: `${company} change l’heure de votre retrait`,
            title: 'Une autre heure',
            lead: `${company} a changé l’heure de votre retrait${was}.`,
            after: [
              'Si cette heure ne vous convient pas, choisissez-en une autre, ou annulez. C’est gratuit.',
            ],
          };
    }
    case 'closed':
      if (!reservation.closed_then) {
        return {
          subject: `${company} a fermé après l’heure de votre retrait`,
          title: 'Le guichet a fermé',
          lead: `${company} a fermé après l’heure de votre retrait, le ${formatLocalMoment(reservation.pickup_at, zone)}. Vos billets ne sont pas encore remis.`,
          after: [],
        };
      }
      return {
        subject: `${company} sera fermé à l’heure de votre retrait`,
        title: 'Le guichet sera fermé à cette heure',
        lead: `${company} ne sera pas ouvert le ${formatLocalMoment(reservation.pickup_at, zone)}, l’heure de votre retrait.`,
        after: [],
      };
    case 'suspended':
      return {
        subject: `Parité a suspendu ${company}`,
        title: 'Votre bureau est suspendu',
        lead: `Parité a suspendu ${company}\u00a0: ce bureau ne prend plus de réservation pour le moment.`,
        after: [
          'Votre réservation n’est pas annulée. Appelez le bureau avant de venir, ou annulez. L’annulation est gratuite, et vous pouvez réserver ailleurs.',
        ],
      };
    case 'rate_suspended': {
      const stopped = `${company} ${formatStopped(reservation)}`;
      const after = [
        `${isExpected(reservation) ? 'Vous n’avez rien à faire. ' : ''}Si vous préférez venir à une autre heure ou annuler, votre page le permet. C’est gratuit.`,
      ];
      return reservation.state === 'requested'
        ? {
            subject: stopped,
            title: 'Votre demande est maintenue',
            lead: `${stopped}. Votre demande est maintenue, au même taux. Le bureau vous répond au plus tard le ${formatLocalMoment(reservation.due_at, zone)}.`,
            after,
          }
        : {
            subject: stopped,
            title: 'Votre réservation est maintenue',
            lead: `${stopped}. Votre réservation est maintenue. Le bureau vous doit ce montant, au taux convenu.`,
            after,
          };
    }
    case 'declined':
      return {
        subject: `${company} ne peut pas prendre votre réservation`,
        title: 'Votre demande est refusée',
        lead: `${company} ne peut pas prendre votre réservation${why}.`,
        after: [SORRY],
      };
    case 'lapsed':
      return {
        subject: `${company} n’a pas répondu à votre demande`,
        title: 'Votre demande est restée sans réponse',
        lead: `${company} n’a pas répondu à temps. Votre demande est annulée.`,
        after: [SORRY],
      };
    case 'collected':
      return {
        subject: `Votre échange chez ${company} est fait`,
        title: 'Vos billets vous ont été remis',
        lead: `${company} vous a remis vos billets${slip === null ? '' : `, sous le bordereau n° ${slip}`}.${formatApplied(reservation)}`,
        after: ['Votre bordereau porte le taux net et les frais. Le bureau vous en redonne un sur demande.'],
      };
    case 'no_show':
      return {
        subject: `Votre réservation chez ${company} est close`,
        title: 'Le retrait n’a pas eu lieu',
        lead: `Vos billets n’ont pas été retirés. Votre réservation chez ${company} est close.`,
        after: ['Vous ne devez rien. S’il s’agit d’une erreur, écrivez au bureau.'],
      };
    default:
      return actor === 'traveller'
        ? {
            subject: `Votre réservation chez ${company} est annulée`,
            title: 'Votre réservation est annulée',
            lead: `Vous avez annulé votre réservation chez ${company}.`,
            after: [SORRY],
          }
        : {
            subject: `${company} annule votre réservation`,
            title: 'Votre réservation est annulée',
            lead: `${company} a annulé votre réservation${why}.`,
            after: [SORRY],
          };
  }
}

function isReopened({ kind, actor }: Pick<LetterEvent, 'kind' | 'actor'>): boolean {
  return actor === 'clock' && isOpen(kind as ReservationState);
}

function reopenedTexts(company: string, kind: LetterEvent['kind'], reservation: Reservation): LetterTexts {
  const { due_at, time_zone } = reservation;
  const answer =
    kind === 'requested'
      ? ` ${company} vous répond au plus tard le ${formatLocalMoment(due_at, time_zone)}.`
      : '';
  return {
    subject: `Votre réservation chez ${company} est rouverte`,
    title: 'Votre réservation est rouverte',
    lead: `Parité avait clos par erreur votre réservation chez ${company}, à cause d’une horloge mal réglée. Elle est rouverte, au même taux.${answer}`,
    after: [
      'Ne tenez pas compte du message qui la disait close. Si vous avez réservé ailleurs depuis, annulez-la. C’est gratuit.',
    ],
  };
}

const REOPENED_TODO: Partial<Record<LetterEvent['kind'], string>> = {
  requested: ', à accepter',
  accepted: ', à préparer',
};

function reopenedCompanyTexts(kind: LetterEvent['kind'], { number, due_at, time_zone }: Reservation) {
  const answer =
    kind === 'requested'
      ? ` Sans réponse avant le ${formatLocalMoment(due_at, time_zone)}, elle s’annule d’elle-même.`
      : '';
  return {
    subject: `Réservation n° ${number}\u00a0: rouverte${REOPENED_TODO[kind] ?? ''}`,
    title: 'Une réservation est rouverte',
    lead: `Parité l’avait close par erreur, à cause d’une horloge mal réglée. Le voyageur le sait.${answer}`,
  };
}

function formatFormer(branch: string, pickupWas: Date | null, zone: string): string {
  const hour = pickupWas ? ` le ${formatLocalMoment(pickupWas.toISOString(), zone)}` : '';
  return `, qui était prévu à l’agence ${toSingleLine(branch)}${hour}`;
}

// Content-ID of the picture of the pick-up code.
export const CODE_PICTURE = 'code@parite';

export function travellerLetter(firstName: string, event: LetterEvent, url: string): Letter {
  const { reservation } = event;
  const { subject, title, lead, after } = travellerTexts(event);
  const name = toSingleLine(firstName);
  const more = [
    ...(event.kind === 'closed' ? [formatWaysOut(reservation)] : []),
    ...(reservation.ended_at === null ? formatObstacles(event) : []),
    ...after,
  ];
  return {
    subject,
    preheader: lead,
    title,
    // three at most
    paragraphs: [name ? `Bonjour ${name},` : 'Bonjour,', lead, ...(more.length > 0 ? [more.join(' ')] : [])],
    ticket: travellerTicket(event),
    action: { label: 'Voir ma réservation', url },
    after: [],
    reason: 'Vous recevez ce message parce que vous avez réservé un échange sur Parité avec cette adresse.',
  };
}

function travellerTicket({ kind, reservation }: LetterEvent): LetterTicket {
  const { number, state, code, ended_at, held_until, time_zone, closed_then } = reservation;
  const isOver = ended_at !== null;
  const done = asHandedOver(reservation);
  return {
    state: reservationStates[state as ReservationState],
    tone: toneOf(reservation),
    amount: amountsAtDesk(done).handedOver,
    code: isOver || code === null ? null : { text: code, picture: CODE_PICTURE },
    rows: isOver
      ? []
      : [
          ...(closed_then ? [] : pickupRows(reservation)),
          ['À apporter', lowered(formatBring(reservation).join(' '))],
          ...wishedNotes(reservation),
          ['Taux garanti jusqu’au', `${formatLocalMoment(held_until, time_zone)}.`],
        ],
    small: [
      `Réservation n° ${number} : ${formatExchange(done)}`,
      ...(isOver && kind !== 'collected' ? [] : [formatPrice(done)]),
      // promise as of the request
      ...(WITH_PROMISE.has(kind) ? reservation.promise : []),
    ],
  };
}

function toneOf({ state, ended_at }: Reservation): LetterTicket['tone'] {
  if (state === 'requested') return 'asked';
  return ended_at === null || state === 'collected' ? 'taken' : 'over';
}

/** Names no traveller, whom the page behind `url` shows. */
export function companyLetter(event: LetterEvent, url: string): Letter {
  const { kind, pickupWas, branchWas, isAcceptedAtOnce, reservation } = event;
  const number = `n° ${reservation.number}`;
  const { subject, title, lead } = isReopened(event)
    ? reopenedCompanyTexts(kind, reservation)
    : kind === 'requested'
      ? isAcceptedAtOnce
        ? {
            subject: `Réservation ${number} : à préparer`,
            title: 'Une réservation est à préparer',
            lead: 'Acceptée automatiquement. À préparer.',
          }
        : {
            subject: `Réservation ${number} : à accepter`,
            title: 'Un voyageur vous demande une réservation',
            lead: `Sans réponse avant le ${formatLocalMoment(reservation.due_at, reservation.time_zone)}, elle s’annule d’elle-même.`,
          }
      : kind === 'moved' && branchWas
        ? {
            subject: `Réservation ${number}\u00a0: une autre agence`,
            title: 'Un voyageur change d’agence',
            lead: `Son agence sera fermée à son heure. Le retrait${formatFormer(branchWas, pickupWas, reservation.time_zone)}, a lieu dans une autre.`,
          }
        : kind === 'moved'
          ? {
              subject: `Réservation ${number} : une autre heure`,
              title: 'Un voyageur change l’heure de son retrait',
              lead: pickupWas
                ? `Le retrait était prévu le ${formatLocalMoment(pickupWas.toISOString(), reservation.time_zone)}.`
                : 'L’heure du retrait a changé.',
            }
          : {
              subject: `Réservation ${number} : annulée par le voyageur`,
              title: 'Un voyageur annule sa réservation',
              lead: 'Les billets sont remis en vente.',
            };
  return {
    subject,
    preheader: lead,
    title,
    paragraphs: ['Bonjour,', lead],
    ticket: {
      state: reservationStates[reservation.state as ReservationState],
      tone: toneOf(reservation),
      amount: amountsAtDesk(reservation).handedOver,
      code: null,
      rows: [
        ['À remettre', formatForCompany(reservation)],
        ...pickupRows(reservation),
        ...wishedNotes(reservation),
        ...(reservation.ended_at === null ? identityRows(reservation) : []),
      ],
      small: [],
    },
    action: { label: 'Ouvrir les commandes', url },
    after: [],
    reason:
      'Vous recevez ce message parce que ce bureau prend des réservations sur Parité, et que cette adresse reçoit les commandes du bureau.',
  };
}

function formatApplied(reservation: Reservation): string {
  if (!reservation.applied) return '';
  return ` Le taux du jour était meilleur que votre taux réservé, de ${formatPairRate(reservation)}\u00a0: c’est lui qui a été appliqué.`;
}

function formatExchange(reservation: Reservation): string {
  const { side, base, fee } = reservation;
  const charged = fee > 0 ? `, frais de ${amount(base, fee)} ${side === 'sale' ? 'compris' : 'déduits'}` : '';
  const { brought, handedOver } = amountsAtDesk(reservation);
  return `${brought} contre ${handedOver}, au taux de ${formatPairRate(reservation)}${charged}.`;
}

function formatPrice(reservation: Reservation): string {
  const { base, mid_rate } = reservation;
  const exchange = { ...reservation, side: reservation.side as FixingSide };
  const price = priceIn(reservation);
  return [
    `Taux net, frais compris : ${formatNetRate(exchange, price)}.`,
    `Frais du bureau : ${formatFee(base, price.fee)}.`,
    ...(mid_rate ? [`Coût total : ${formatWholeCost(exchange, price, mid_rate)}.`] : []),
  ].join(' ');
}

function formatForCompany(reservation: Reservation): string {
  const { brought, handedOver } = amountsAtDesk(reservation);
  return `${handedOver}, contre ${brought}, au taux de ${formatPairRate(reservation)}.`;
}

/** Amounts at the counter with the fee, which is in the base (domain/reservations/price.ts). */
function amountsAtDesk(reservation: Reservation) {
  const { side, base, currency, handed_over } = reservation;
  const [given, got] = side === 'sale' ? [base, currency] : [currency, base];
  return {
    brought: formatShortAmount(given, brought(side as FixingSide, priceIn(reservation))),
    handedOver: amount(got, handed_over),
  };
}

function priceIn({ offered, received, fee }: Reservation) {
  return { offered: cents(offered), received: cents(received), fee: cents(fee) };
}

function identityRows(reservation: Reservation): TicketRow[] {
  const why = formatIdentityReason(reservation);
  return why === null ? [] : [['Pièce d’identité à demander au guichet', `${why}.`]];
}

function wishedNotes(reservation: Reservation): TicketRow[] {
  return reservation.notes === '' ? [] : [['Billets', `${lowered(formatNotes(reservation))}.`]];
}

function isExpected({ closed_then, company_suspended }: Reservation): boolean {
  return !closed_then && !company_suspended;
}

// Sentences on a closed counter or a suspended company, but those that the letter itself is about.
function formatObstacles({ kind, reservation }: LetterEvent): string[] {
  const { closed_then, company_suspended, company, pickup_at, time_zone } = reservation;
  const closed = `Le guichet sera fermé à l’heure de votre retrait, le ${formatLocalMoment(pickup_at, time_zone)}.`;
  return [
    ...(closed_then && kind !== 'closed' ? [`${closed} ${formatWaysOut(reservation)}`] : []),
    ...(company_suspended && kind !== 'suspended'
      ? [
          `Parité a suspendu ${toSingleLine(company.name)} : appelez le bureau avant de venir, ou annulez. C’est gratuit.`,
        ]
      : []),
  ];
}

function formatWaysOut({ company_suspended, state }: Reservation): string {
  if (company_suspended) return 'Ne venez pas à cette heure.';
  // notes that are ready wait at their own branch
  const branch = state === 'ready' ? '' : ', une autre agence du bureau si elle peut vous servir,';
  return `Choisissez une autre heure${branch} ou annulez, sur la page de votre réservation. C’est gratuit.`;
}

function pickupRows({ branch, company, pickup_at, time_zone }: Reservation): TicketRow[] {
  const place = branch
    ? [branch.name, branch.address, `${branch.postcode} ${branch.city}`.trim()]
    : [company.name];
  return [
    ['Quand', `${formatLocalMoment(pickup_at, time_zone)}.`],
    ['Où', `${toSingleLine(place.filter((part) => part !== '').join(', '))}.`],
  ];
}

function amount(currency: string, value: number): string {
  return formatShortAmount(currency, cents(value));
}

function cents(value: number): Cents {
  return centsOf(value) ?? 0;
}

function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
