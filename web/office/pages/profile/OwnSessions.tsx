import { useRevalidator } from 'react-router';
import type { OwnSession } from '#domain/profile/profile.ts';
import { call } from '#web/shared/api/client.ts';
import { formatMoment, formatRecent } from '#web/shared/dates.ts';
import { Badge } from '#web/shared/ui/Badge.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { type Column, Table } from '#web/shared/ui/Table.tsx';
import { announce } from '../../announce.ts';
import { Refused } from '../../forms/Form.tsx';
import { useAct } from '../../forms/use-act.ts';
import styles from './ProfilePage.module.css';

type Props = { sessions: readonly OwnSession[]; now: Date };

export function OwnSessions({ sessions, now }: Props) {
  const { revalidate } = useRevalidator();
  const { act: end, failure } = useAct(async (id: number | 'others') => {
    const ending = call('POST /api/profile/sessions/end', { body: { id } });
    // a session may have expired by itself
    const { ended } = await ending.finally(() => revalidate());
    announce(ended === 1 ? 'La session est fermée.' : `${ended} sessions sont fermées.`);
  });

  return (
    <Card
      title="Vos sessions"
      note={
        sessions.length > 1 ? (
          <Button variant="secondary" size="small" onClick={() => end('others')}>
            Fermer toutes les autres
          </Button>
        ) : null
      }
    >
      <Table label="Vos sessions" columns={columnsWith(now, end)} rows={sessions} keyOf={({ id }) => id} />
      {failure ? (
        <div className={styles.failure}>
          <Refused>{failure}</Refused>
        </div>
      ) : null}
    </Card>
  );
}

function columnsWith(now: Date, end: (id: number) => void): Column<OwnSession>[] {
  return [
    {
      title: 'Appareil',
      width: 30,
      isRowHeader: true,
      cell: ({ device, is_current }) => (
        <span className={styles.device}>
          {device ? sentence(device) : 'Appareil inconnu'}
          {is_current ? <Badge tone="success">Session actuelle</Badge> : null}
        </span>
      ),
    },
    { title: 'Réseau', width: 20, hasOwnLine: true, cell: ({ network }) => network ?? '—' },
    {
      title: 'Ouverte',
      width: 20,
      cell: ({ created_at }) => (
        <time className={styles.time} dateTime={created_at}>
          {formatMoment(new Date(created_at))}
        </time>
      ),
    },
    {
      title: 'Dernier usage',
      width: 16,
      cell: ({ last_used_at }) => (
        <time dateTime={last_used_at}>{formatRecent(new Date(last_used_at), now)}</time>
      ),
    },
    {
      title: 'Action',
      width: 14,
      cell: ({ id, device, is_current }) =>
        is_current ? (
          '—'
        ) : (
          <Button
            variant="secondary"
            size="small"
            aria-label={`Fermer la session : ${device ?? 'appareil inconnu'}`}
            onClick={() => end(id)}
          >
            Fermer
          </Button>
        ),
    },
  ];
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
