import type { OwnSecurityEvent } from '#domain/profile/profile.ts';
import {
  type SecurityOutcome,
  securityEvents,
  securityOutcomes,
} from '#domain/security-events/security-events.ts';
import { formatMoment } from '#web/shared/dates.ts';
import { Badge } from '#web/shared/ui/Badge.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { EmptyList } from '#web/shared/ui/EmptyState.tsx';
import { type Column, Table } from '#web/shared/ui/Table.tsx';
import styles from './ProfilePage.module.css';

export function OwnEvents({ events }: { events: readonly OwnSecurityEvent[] }) {
  return (
    <Card title="Activité de votre compte" note="50 derniers événements, conservés 12 mois">
      {events.length === 0 ? (
        <EmptyList>Aucun événement pour l’instant.</EmptyList>
      ) : (
        <Table label="Activité de votre compte" columns={COLUMNS} rows={events} keyOf={({ id }) => id} />
      )}
    </Card>
  );
}

const kinds: Readonly<Record<string, string>> = securityEvents;
const TONES = { success: 'neutral', failure: 'warning', refused: 'failure' } as const;
const BY = {
  me: 'Vous',
  password: 'Quelqu’un qui connaît le mot de passe',
  administrator: 'Un administrateur',
  command_line: 'Ligne de commande',
  unknown: 'On ne sait pas',
} as const;

const COLUMNS: Column<OwnSecurityEvent>[] = [
  {
    title: 'Événement',
    width: 34,
    isRowHeader: true,
    cell: ({ kind, count }) => (
      <strong>
        {kinds[kind] ?? kind}
        {count > 1 ? <span className={styles.soft}> × {count}</span> : null}
      </strong>
    ),
  },
  {
    title: 'Date',
    width: 18,
    cell: ({ at }) => (
      <time className={styles.time} dateTime={at}>
        {formatMoment(new Date(at))}
      </time>
    ),
  },
  {
    title: 'Résultat',
    width: 12,
    cell: ({ outcome }) => {
      const known = outcome as SecurityOutcome;
      return <Badge tone={TONES[known] ?? 'neutral'}>{securityOutcomes[known] ?? outcome}</Badge>;
    },
  },
  { title: 'Par', width: 16, cell: ({ by }) => BY[by] },
  { title: 'Appareil', width: 20, hasOwnLine: true, cell: ({ device }) => device ?? '—' },
];
