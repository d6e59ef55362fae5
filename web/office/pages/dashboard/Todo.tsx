import { Link } from 'react-router';
import { type Trouble, troubles } from '#domain/companies/assessment.ts';
import { centsOf } from '#domain/money/cents.ts';
import { formatShortAmount } from '#domain/money/format.ts';
import type { FeedState } from '#domain/rates-feed/feed-state.ts';
import { buttonClass } from '#web/shared/ui/Button.tsx';
import { EmptyList } from '#web/shared/ui/EmptyState.tsx';
import { addresses, filteredCompanies } from '../../addresses.ts';
import { formatDayNear, formatPickup } from '../../reservations/format.ts';
import styles from './DashboardPage.module.css';
import { FEED_STATE_LABELS } from './feed-state-labels.ts';
import type { Figures } from './LastDays.tsx';

type Line = { title: string; detail: string; to: string | null; action: string; isAlert?: boolean };
/** Addresses; null: the user has no page for it. */
export type TodoAddresses = {
  companies: string;
  rates: string | null;
  held: string | null;
  rules: string | null;
  setsStocks: boolean;
  isOfAll: boolean;
  // Users who treat orders. null: the user is one of them, or looks at all companies.
  doneBy: string | null;
};
type TodoInput = {
  today: Figures['today'];
  feed: FeedState | null;
  invitations: number | null;
  companies: Figures['companies'];
  ways: TodoAddresses;
  now: Date;
};

export function listTodo({ today, feed, invitations, companies, ways, now }: TodoInput): Line[] {
  const {
    to_accept,
    to_prepare,
    to_hand_over,
    first,
    stale_rates,
    held_rates,
    stopped_rules,
    to_move,
    short,
  } = today;
  const { isOfAll, doneBy } = ways;
  const orderAct = (action: string) => (isOfAll || doneBy !== null ? 'Voir' : action);
  const orderDetail = (detail: string) =>
    doneBy === null ? detail : [detail, `à faire par ${doneBy}`].filter(Boolean).join(', ');
  const orders = (state: string) => `${addresses.orders}?etat=${state}`;
  const when = (hour: { at: string; time_zone: string } | null, words: string) =>
    hour ? `${words} ${formatPickup({ pickup_at: hour.at, time_zone: hour.time_zone }, now)}` : '';
  const lines: (Line & { count: number })[] = [
    {
      count: to_move,
      title: countText(to_move, 'commande à déplacer', 'commandes à déplacer'),
      detail: orderDetail('Le guichet sera fermé à l’heure prévue'),
      to: orders('to_move'),
      action: 'Voir',
      isAlert: true,
    },
    {
      count: to_accept,
      title: countText(to_accept, 'demande à accepter', 'demandes à accepter'),
      detail: orderDetail(when(first.to_accept, 'Réponse attendue avant')),
      to: orders('requested'),
      action: orderAct('Répondre'),
    },
    {
      count: to_prepare,
      title: countText(to_prepare, 'commande à préparer', 'commandes à préparer'),
      detail: orderDetail(when(first.to_prepare, 'Premier retrait')),
      to: orders('accepted'),
      action: orderAct('Préparer'),
    },
    {
      count: to_hand_over,
      title: countText(to_hand_over, 'commande prête à remettre', 'commandes prêtes à remettre'),
      detail: orderDetail(when(first.to_hand_over, 'Premier retrait')),
      to: orders('ready'),
      action: 'Voir',
    },
    {
      count: held_rates,
      title: countText(held_rates, 'taux retenu', 'taux retenus'),
      detail: 'Hors comparaison jusqu’à l’accord d’une seconde personne',
      to: ways.held,
      action: 'Voir',
      isAlert: true,
    },
    {
      count: stale_rates,
      title: countText(stale_rates, 'taux à confirmer', 'taux à confirmer'),
      detail: 'Dans la comparaison, après tous les taux à jour',
      to: ways.rates,
      action: isOfAll ? 'Voir' : 'Confirmer',
      isAlert: true,
    },
    {
      count: stopped_rules,
      title: countText(stopped_rules, 'règle de marge en pause', 'règles de marge en pause'),
      detail: 'Ces taux ne suivent plus le taux intermédiaire',
      to: ways.rules,
      action: 'Reprendre',
      isAlert: true,
    },
    ...short.map((stock) => ({ count: 1, ...stockLine(stock, ways, now) })),
    ...troubles.map((trouble) => {
      const count = companies?.[trouble] ?? 0;
      const { of, detail } = TROUBLE_TEXTS[trouble];
      return {
        count,
        title: `${countText(count, 'bureau', 'bureaux')} ${of}`,
        detail,
        to: filteredCompanies(ways.companies, trouble),
        action: 'Voir',
        isAlert: true,
      };
    }),
    {
      count: feed && FEED_ALERTS.includes(feed) ? 1 : 0,
      title: `Flux des taux : ${(feed ? FEED_STATE_LABELS[feed] : '').toLowerCase()}`,
      detail: 'Les taux intermédiaires affichés sont les derniers reçus',
      to: addresses.ratesFeed,
      action: 'Voir',
      isAlert: true,
    },
    {
      count: invitations ?? 0,
      title: countText(invitations ?? 0, 'invitation en attente', 'invitations en attente'),
      detail: 'Un compte sans mot de passe ne peut pas se connecter',
      to: ways.companies,
      action: 'Voir',
    },
  ];
  return lines.filter(({ count }) => count > 0);
}

const TROUBLE_TEXTS: Readonly<Record<Trouble, { of: string; detail: string }>> = {
  no_rates: { of: 'sans aucun taux', detail: 'Aucun voyageur ne peut les voir' },
  stale: { of: 'dont tous les taux sont à confirmer', detail: 'Classés après tous ceux qui sont à jour' },
  nobody_came: { of: 'où personne n’est encore venu', detail: 'Aucun compte n’y a de mot de passe' },
  nobody_answers: {
    of: 'où personne ne peut répondre',
    detail: 'Aucun compte n’a le droit de traiter les commandes',
  },
  unanswered: {
    of: 'avec des demandes sans réponse',
    detail: 'Plus de la moitié du délai est passée, ou tout le délai depuis une semaine',
  },
};

/** A feed that was never set up is no failure. */
const FEED_ALERTS: readonly FeedState[] = ['late', 'failing', 'refused'];

function stockLine(
  { company, branch, branch_id, currency, day, ready, promised }: Figures['today']['short'][number],
  { isOfAll, setsStocks }: TodoAddresses,
  now: Date,
): Line {
  const place = [isOfAll || !branch ? company : '', branch].filter(Boolean).join(', ');
  const formatAmount = (amount: number) => formatShortAmount(currency, centsOf(amount) ?? 0);
  return {
    title: `Stock court : ${currency}, ${place}`,
    detail: `${formatAmount(promised)} promis sur ${formatAmount(ready)}, ${formatDayNear(day, now)}`,
    to: setsStocks ? addresses.stockCell({ day, currency, branch: branch_id }) : null,
    action: 'Ajuster',
    isAlert: true,
  };
}

const countText = (count: number, one: string, many: string) =>
  `${count.toLocaleString('fr-FR')} ${count < 2 ? one : many}`;

const LINES_BEFORE_MORE = 6;

export function Todo({ lines }: { lines: readonly Line[] }) {
  if (lines.length === 0) return <EmptyList>Rien n’attend.</EmptyList>;
  const rest = lines.slice(LINES_BEFORE_MORE);
  return (
    <>
      <ul className={styles.todo}>
        {lines.slice(0, LINES_BEFORE_MORE).map((line, i) => (
          <Item key={line.title + line.detail} line={line} isFirst={i === 0} />
        ))}
      </ul>
      {rest.length > 0 ? (
        <details className={styles.more}>
          <summary>{countText(rest.length, 'autre chose attend', 'autres choses attendent')}</summary>
          <ul className={styles.todo}>
            {rest.map((line) => (
              <Item key={line.title + line.detail} line={line} isFirst={false} />
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}

function Item({ line: { title, detail, to, action, isAlert }, isFirst }: { line: Line; isFirst: boolean }) {
  const words = (
    <span className={styles.words}>
      <strong>{title}</strong>
      <span className={styles.soft}>{detail}</span>
    </span>
  );
  return (
    <li data-alert={isAlert}>
      {to ? (
        <Link className={styles.item} to={to}>
          {words}{' '}
          <span className={buttonClass({ variant: isFirst ? 'primary' : 'secondary', size: 'small' })}>
            {action}
          </span>
        </Link>
      ) : (
        <span className={styles.item}>{words}</span>
      )}
    </li>
  );
}
