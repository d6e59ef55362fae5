import { useState } from 'react';
import type { OwnTravellerSession } from '#domain/travellers/traveller.ts';
import { call } from '#web/shared/api/client.ts';
import { formatRecent } from '#web/shared/dates.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import styles from './Traveller.module.css';

type Props = {
  sessions: readonly OwnTravellerSession[];
  attempt: (act: () => Promise<string>) => Promise<void>;
};

export function OwnSessions({ sessions: found, attempt }: Props) {
  const [sessions, setSessions] = useState(found);
  if (sessions.length < 2) return null;

  const now = new Date();
  const when = (at: string) => formatRecent(new Date(at), now);
  const end = async () => {
    const { ended } = await call('POST /api/traveller/sessions/end', { body: {} });
    setSessions(sessions.filter(({ is_current }) => is_current));
    return ended === 1 ? 'L’autre session est fermée.' : `${ended} autres sessions sont fermées.`;
  };
  return (
    <section className={styles.stack}>
      <h2 className={styles.part}>Où vous êtes connecté</h2>
      <ul className={styles.list}>
        {sessions.map(({ created_at, last_used_at, is_current }) => (
          <li key={created_at}>
            {`Ouverte ${when(created_at)}, ${is_current ? 'session actuelle' : `utilisée ${when(last_used_at)}`}`}
          </li>
        ))}
      </ul>
      <div className={styles.ways}>
        <Button variant="secondary" onClick={() => void attempt(end)}>
          Fermer toutes les autres
        </Button>
      </div>
    </section>
  );
}
