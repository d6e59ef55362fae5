import { Link } from 'react-router';
import type { Checklist as List, Step, StepName } from '#domain/companies/assessment.ts';
import type { Me } from '#domain/iam/me.ts';
import { Button, buttonClass } from '#web/shared/ui/Button.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { addresses } from './addresses.ts';
import styles from './Checklist.module.css';
import { hasScope } from './sections.ts';

type Way = { to: string; action: string };
type Props = {
  list: List;
  user: Me;
  // Company of an administrator's page. null: the user's own.
  company: { id: number; users: readonly { id: number }[] } | null;
  // Makes a sheet of the proposed currencies. Left out: the step leads to the rates.
  onPropose?: () => void;
};

const TEXTS: Readonly<Record<StepName, { title: string; why: string }>> = {
  sheet: { title: 'Choisir les devises', why: 'Les plus demandées sont proposées.' },
  rates: { title: 'Fixer les taux', why: 'Aucun taux n’est montré aux voyageurs.' },
  factor: {
    title: 'Mettre en place la double authentification',
    why: 'Exigée pour ce bureau, et encore à mettre en place.',
  },
  branch: {
    title: 'Ajouter une agence avec ses horaires',
    why: 'Les voyageurs cherchent un guichet ouvert près d’eux.',
  },
  fees: {
    title: 'Supprimer les frais en plus des taux',
    why: 'Un bureau qui en demande n’apparaît pas dans les comparaisons.',
  },
  terms: {
    title: 'Choisir les lieux de retrait',
    why: 'Aucun lieu proposé ne correspond à une agence ouverte.',
  },
  stocks: { title: 'Indiquer les stocks', why: 'Les voyageurs réservent dans la limite de ces billets.' },
  answers: {
    title: 'Donner à une personne le droit de répondre',
    why: 'Personne ne peut traiter les commandes de ce bureau.',
  },
};

export function isComplete({ steps }: Pick<List, 'steps'>): boolean {
  return steps.every(({ is_done }) => is_done);
}

// Steps that a company still lacks before its first offer. Nothing once all are done.
export function Checklist({ list, user, company, onPropose }: Props) {
  if (isComplete(list)) return null;
  const missing = list.steps.filter(({ is_done }) => !is_done);
  const ways = missing.map((step) =>
    // the rates are fixed on the page that makes the sheet
    onPropose && step.step === 'rates' ? null : wayOf(step, user, company, list.currencies.length),
  );
  const first = ways.findIndex((way) => way !== null);
  const doneCount = list.steps.length - missing.length;
  return (
    <Card
      title="Avant la première offre"
      note={`${doneCount} ${doneCount < 2 ? 'étape faite' : 'étapes faites'} sur ${list.steps.length}`}
    >
      <ul className={styles.steps} aria-label="Étapes à faire">
        {missing.map(({ step, by }, i) => {
          const { title, why } = TEXTS[step];
          const way = ways[i] ?? null;
          const isMine = by.some(({ id }) => id === user.id);
          const look = { variant: i === first ? 'primary' : 'secondary', size: 'small' } as const;
          return (
            <li key={step}>
              <div className={styles.words}>
                <strong>{title}</strong>
                <span>{why}</span>
                {isMine || (company && way) ? null : (
                  <span className={styles.by}>À faire par {formatDoers(by)}</span>
                )}
              </div>
              {way && step === 'sheet' && onPropose && isMine ? (
                <Button {...look} onClick={onPropose}>
                  {way.action}
                </Button>
              ) : way ? (
                <Link className={buttonClass(look)} to={way.to} aria-label={`${way.action} : ${title}`}>
                  {way.action}
                </Link>
              ) : null}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

// Page on which this user does the step. null: somebody else does it.
function wayOf({ step, by }: Step, user: Me, company: Props['company'], currencyCount: number): Way | null {
  if (company) return administratorWay(step, user, company);
  if (!by.some(({ id }) => id === user.id)) return null;
  const ways: Partial<Record<StepName, Way>> = {
    sheet: { to: addresses.fixings, action: `Prendre les ${currencyCount} devises` },
    rates: { to: addresses.fixings, action: 'Fixer' },
    factor: { to: addresses.factors, action: 'Mettre en place' },
    branch: { to: addresses.branches(null), action: 'Voir les agences' },
    terms: { to: addresses.terms, action: 'Régler' },
    stocks: { to: addresses.stocks, action: 'Indiquer' },
  };
  return ways[step] ?? null;
}

function administratorWay(
  step: StepName,
  user: Me,
  { id, users: [someone] }: NonNullable<Props['company']>,
): Way | null {
  if (step === 'branch' && hasScope(user, 'branches.edit.all')) {
    return { to: addresses.branches(id), action: 'Voir les agences' };
  }
  if (step === 'answers' && hasScope(user, 'iam.users.edit.all')) {
    return someone
      ? { to: addresses.user(someone.id), action: 'Donner le droit' }
      : { to: addresses.newUserOf(id), action: 'Inviter' };
  }
  return null;
}

const MOST_NAMES = 3;

export function formatDoers(by: readonly { name: string }[]): string {
  if (by.length === 0) return 'un administrateur';
  const names = by.slice(0, MOST_NAMES).map(({ name }) => name);
  return new Intl.ListFormat('fr', { type: 'disjunction' }).format([
    ...names,
    ...(by.length > MOST_NAMES ? ['un collègue'] : []),
  ]);
}
