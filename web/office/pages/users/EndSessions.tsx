import { useState } from 'react';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { showFailure } from '#web/shared/feedback/failure.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { announce } from '../../announce.ts';
import { Refused } from '../../forms/Form.tsx';
import styles from './UserPage.module.css';

/** Ends every session of a user, in one press: the password goes on opening new ones. */
export function EndSessions({ id, name }: { id: number; name: string }) {
  const [failure, setFailure] = useState('');

  async function end() {
    setFailure('');
    try {
      const { ended } = await call('POST /api/iam/users/end-sessions', { body: { id } });
      announce(
        ended === 0 ? `${name} n’a pas de session ouverte.` : `${name} : sessions fermées (${ended}).`,
      );
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.status === 401) return showFailure(error);
      setFailure(error.message);
    }
  }

  return (
    <Card title="Sessions">
      <div className={styles.sessions}>
        <p className={styles.effect}>
          Un appareil perdu, un doute : ses sessions se ferment aussitôt, et son mot de passe en ouvre de
          nouvelles.
        </p>
        <Button variant="secondary" onClick={() => void end()}>
          Fermer ses sessions
        </Button>
        <Refused>{failure}</Refused>
      </div>
    </Card>
  );
}
