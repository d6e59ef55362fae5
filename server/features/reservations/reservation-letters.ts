import { type Cents, centsOf } from '#domain/money/cents.ts';
import { formatShortAmount } from '#domain/money/format.ts';
import type { FixingSide } from '#domain/rates/draft.ts';
import { asHandedOver } from '#domain/reservations/applied.ts';
import { formatBring, formatIdentityReason } from '#domain/reservations/bring.ts';
import { formatComingMoment, formatPairRate } from '#domain/reservations/format-moment.ts';
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
import { formatWholeCost } from '#domain/reservations/whole-cost.ts';
import { formatNotes, formatStopped, toldReasons } from '#domain/reservations/words.ts';
import { type Fact, type Letter, type LetterTicket, toSingleLine } from '../../mail/letter.ts';

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

const SORRY = 'Vous ne devez rien. Vous pouvez réserver ailleurs dès maintenant.';

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
            lead: `${company} vous répond par e-mail. D’ici là, il vous garde le montant et le taux.`,
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
      const was = pickupWas
        ? `, prévu jusqu’ici le ${formatComingMoment(pickupWas.toISOString(), zone)}`
        : '';
      return actor === 'traveller'
        ? {
            subject: `Votre retrait chez ${company} change d’heure`,
            title: 'Votre nouvelle heure',
            lead: `Vous avez déplacé votre retrait${was}.`,
            after: [],
          }
        : {
            subject: `${company} change l’heure de votre retrait`,
            title: 'Une autre heure',
            lead: `${company} a déplacé votre retrait${was}.`,
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
          lead: `${company} a fermé après l’heure de votre retrait, le ${formatComingMoment(reservation.pickup_at, zone)}. Vos billets ne sont pas encore remis.`,
          after: [],
        };
      }
      return {
        subject: `${company} sera fermé à l’heure de votre retrait`,
        title: 'Le guichet sera fermé à cette heure',
        lead: `${company} ne sera pas ouvert le ${formatComingMoment(reservation.pickup_at, zone)}, l’heure de votre retrait.`,
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
            lead: `${stopped}. Le taux de votre demande ne change pas. Le bureau vous répond au plus tard le ${formatComingMoment(reservation.due_at, zone)}.`,
            after,
          }
        : {
            subject: stopped,
            title: 'Votre réservation est maintenue',
            lead: `${stopped}. Le bureau vous doit ce montant, au taux convenu.`,
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
        title: 'Votre demande est annulée',
        lead: `${company} n’a pas répondu à temps.`,
        after: [SORRY],
      };
    case 'collected':
      return {
        subject: `Votre échange chez ${company} est fait`,
        title: 'Vos billets vous ont été remis',
        lead: `Votre bordereau${slip === null ? '' : `, n° ${slip},`} porte le taux net et les frais. ${company} vous en redonne un sur demande.`,
        after: formatApplied(reservation),
      };
    case 'no_show':
      return {
        subject: `Votre réservation chez ${company} est close`,
        title: 'Le retrait n’a pas eu lieu',
        lead: 'Vous ne devez rien. S’il s’agit d’une erreur, écrivez au bureau.',
        after: [],
      };
    default:
      return actor === 'traveller'
        ? {
            subject: `Votre réservation chez ${company} est annulée`,
            title: 'Votre réservation est annulée',
            lead: SORRY,
            after: [],
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
      ? ` ${company} vous répond au plus tard le ${formatComingMoment(due_at, time_zone)}.`
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

function reopenedCompanyTexts(kind: LetterEvent['kind'], reservation: Reservation) {
  const { number } = reservation;
  const answer = kind === 'requested' ? ` ${formatLimit(reservation)}` : '';
  return {
    subject: `Réservation n° ${number}\u00a0: rouverte${REOPENED_TODO[kind] ?? ''}`,
    title: 'Une réservation est rouverte',
    lead: `Parité l’avait close par erreur, à cause d’une horloge mal réglée. Le voyageur le sait.${answer}`,
  };
}

function formatLimit({ due_at, time_zone }: Reservation): string {
  return `Répondez avant le ${formatComingMoment(due_at, time_zone)}. Passé cette heure, la demande s’annule d’elle-même.`;
}

function formatFormer(branch: string, pickupWas: Date | null, zone: string): string {
  const hour = pickupWas ? ` le ${formatComingMoment(pickupWas.toISOString(), zone)}` : '';
  return `, qui était prévu à l’agence ${toSingleLine(branch)}${hour}`;
}

// Content-ID of the picture of the pick-up code.
export const CODE_PICTURE = 'code@parite';

type Addresses = { own: string; comparison: string };

export function travellerLetter(
  firstName: string,
  event: LetterEvent,
  { own, comparison }: Addresses,
): Letter {
  const { kind, reservation } = event;
  const { subject, title, lead, after } = travellerTexts(event);
  const name = toSingleLine(firstName);
  const more = [
    ...(kind === 'closed' ? [formatWaysOut(reservation)] : []),
    ...(reservation.ended_at === null ? formatObstacles(event) : []),
    ...after,
  ];
  return {
    subject,
    preheader: formatPreheader(event) ?? lead,
    title,
    // three at most
    paragraphs: [name ? `Bonjour ${name},` : 'Bonjour,', lead, ...(more.length > 0 ? [more.join(' ')] : [])],
    ticket: travellerTicket(event),
    action:
      toneOf(reservation) === 'over'
        ? { label: 'Comparer à nouveau', url: comparison }
        : { label: 'Voir ma réservation', url: own },
    after: [],
    small: smallPrint(event),
    reason: 'Vous recevez ce message parce que vous avez réservé un échange sur Parité avec cette adresse.',
  };
}

// “$ 560, samedi 21 novembre à 11 h, Gare”: what one looks for in a list of mails.
function formatPreheader({ kind, reservation }: LetterEvent): string | null {
  const { ended_at, closed_then, company_suspended, pickup_at, time_zone, branch, company, state } =
    reservation;
  if (ended_at !== null || closed_then || company_suspended || kind === 'rate_suspended') return null;
  const { handedOver } = amountsAtDesk(reservation);
  const place = toSingleLine(branch?.name || company.name);
  const facts = `${handedOver}, ${formatComingMoment(pickup_at, time_zone)}, ${place}.`;
  return state === 'requested' ? `${formatAnswer(reservation)}. ${facts}` : facts;
}

function formatAnswer({ due_at, time_zone }: Reservation): string {
  return `Réponse au plus tard ${formatComingMoment(due_at, time_zone)}`;
}

function travellerTicket({ reservation }: LetterEvent): LetterTicket {
  const { number, state, code, ended_at, held_until, time_zone, closed_then, company } = reservation;
  const isOpen = ended_at === null;
  const tone = toneOf(reservation);
  const { brought, handedOver } = amountsAtDesk(asHandedOver(reservation));
  const label = reservationStates[state as ReservationState];
  return {
    state: isOpen
      ? state === 'requested'
        ? `${label} · ${lowered(formatAnswer(reservation))}`
        : label
      : null,
    tone,
    name: toSingleLine(company.name),
    number: `Réservation n° ${number}`,
    code: !isOpen || code === null ? null : { text: code, picture: CODE_PICTURE },
    facts: isOpen && !closed_then ? pickupFacts(reservation) : [],
    amounts:
      tone === 'over'
        ? [['Échange prévu', `${brought} contre ${handedOver}`]]
        : [
            [isOpen ? 'Vous recevez' : 'Vous avez reçu', handedOver],
            [isOpen ? 'Vous donnez' : 'Vous avez donné', brought],
          ],
    more: isOpen
      ? [
          ...wishedNotes(reservation),
          ['Taux garanti jusqu’au', formatComingMoment(held_until, time_zone)],
          ['À apporter', formatBring(reservation)],
        ]
      : [],
  };
}

function smallPrint({ kind, reservation }: LetterEvent): string[] {
  if (toneOf(reservation) === 'over') return [];
  return [
    formatPrice(asHandedOver(reservation)),
    // promise as of the request
    ...(WITH_PROMISE.has(kind) && reservation.promise.length > 0
      ? [`Promesses du bureau : ${reservation.promise.join(' ')}`]
      : []),
  ];
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
            lead: formatLimit(reservation),
          }
      : kind === 'moved' && branchWas
        ? {
            subject: `Réservation ${number}\u00a0: une autre agence`,
            title: 'Un voyageur change d’agence',
            lead: `Son agence sera fermée à l’heure convenue. Le retrait${formatFormer(branchWas, pickupWas, reservation.time_zone)}, a lieu dans une autre.`,
          }
        : kind === 'moved'
          ? {
              subject: `Réservation ${number} : une autre heure`,
              title: 'Un voyageur change l’heure de son retrait',
              lead: pickupWas
                ? `Le retrait était prévu le ${formatComingMoment(pickupWas.toISOString(), reservation.time_zone)}.`
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
    ticket: companyTicket(reservation),
    action: { label: 'Ouvrir les commandes', url },
    after: [],
    reason:
      'Vous recevez ce message parce que ce bureau prend des réservations sur Parité, et que cette adresse reçoit les commandes du bureau.',
  };
}

function companyTicket(reservation: Reservation): LetterTicket {
  const isOpen = reservation.ended_at === null;
  const { brought, handedOver } = amountsAtDesk(reservation);
  return {
    state: isOpen ? reservationStates[reservation.state as ReservationState] : null,
    tone: toneOf(reservation),
    name: `Réservation n° ${reservation.number}`,
    number: `Taux de ${formatPairRate(reservation)}`,
    code: null,
    facts: pickupFacts(reservation),
    amounts: isOpen
      ? [
          ['À remettre', handedOver],
          ['À recevoir', brought],
        ]
      : [['Échange prévu', `${handedOver} contre ${brought}`]],
    more: [...wishedNotes(reservation), ...(isOpen ? identityFacts(reservation) : [])],
  };
}

function formatApplied(reservation: Reservation): string[] {
  if (!reservation.applied) return [];
  return [
    `Vous aviez réservé au taux de ${formatPairRate(reservation)}. Le taux du jour était meilleur et vous a été appliqué.`,
  ];
}

// “Taux : 1 EUR = 1,1000 USD. Frais du bureau : € 5, compris.”, then the net rate and the cost.
function formatPrice(reservation: Reservation): string {
  const { side, base, mid_rate } = reservation;
  const exchange = { ...reservation, side: side as FixingSide };
  const price = priceIn(reservation);
  const rate = formatPairRate(reservation);
  const isIn = side === 'sale' ? 'compris' : 'déduits';
  return [
    ...(price.fee === 0
      ? [`Taux net : ${rate}.`]
      : [
          `Taux : ${rate}.`,
          `Frais du bureau : ${formatShortAmount(base, price.fee)}, ${isIn}.`,
          `Taux net, frais compris : ${formatNetRate(exchange, price)}.`,
        ]),
    ...(mid_rate ? [`Coût total : ${formatWholeCost(exchange, price, mid_rate)}.`] : []),
  ].join(' ');
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

function identityFacts(reservation: Reservation): Fact[] {
  const why = formatIdentityReason(reservation);
  return why === null ? [] : [['Pièce d’identité à demander au guichet', why]];
}

function wishedNotes(reservation: Reservation): Fact[] {
  return reservation.notes === '' ? [] : [['Billets', lowered(formatNotes(reservation))]];
}

function isExpected({ closed_then, company_suspended }: Reservation): boolean {
  return !closed_then && !company_suspended;
}

// Sentences on a closed counter or a suspended company, but those that the letter itself is about.
function formatObstacles({ kind, reservation }: LetterEvent): string[] {
  const { closed_then, company_suspended, company, pickup_at, time_zone } = reservation;
  const closed = `Le guichet sera fermé à l’heure de votre retrait, le ${formatComingMoment(pickup_at, time_zone)}.`;
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

function pickupFacts({ branch, company, pickup_at, time_zone }: Reservation): Fact[] {
  const place = branch
    ? [branch.name, branch.address, `${branch.postcode} ${branch.city}`.trim()]
    : [company.name];
  return [
    ['Quand', formatComingMoment(pickup_at, time_zone)],
    ['Où', toSingleLine(place.filter((part) => part !== '').join(', '))],
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
