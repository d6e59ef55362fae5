import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { showFailure } from '#web/shared/feedback/failure.ts';
import { showModal } from '#web/shared/feedback/modal.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { announce } from '../announce.ts';
import { Refused } from '../forms/Form.tsx';
import styles from './Suspension.module.css';

type Props = {
  of: 'companies' | 'iam/users';
  id: number;
  name: string;
  isSuspended: boolean;
  /** what happens when it is suspended, and when it comes back */
  effects: { suspend: string; resume: string };
};

/** Suspends a bureau or a user, or lets it come back, once one has read what that does. */
export function Suspension({ of, id, name, isSuspended, effects }: Props) {
  const { revalidate } = useRevalidator();
  const [failure, setFailure] = useState('');
  const action = isSuspended ? 'Rétablir' : 'Suspendre';
  const effect = isSuspended ? effects.resume : effects.suspend;

  async function suspend() {
    setFailure('');
    try {
      await call(`POST /api/${of}/suspend`, { body: { id, is_suspended: !isSuspended } });
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.status === 401) return showFailure(error);
      return setFailure(error.message);
    }
    announce(isSuspended ? `${name} : suspension levée.` : `${name} : suspendu.`);
    await revalidate();
  }

  return (
    <Card title={isSuspended ? 'Suspendu' : 'Suspendre'}>
      <div className={styles.body}>
        <p className={styles.effect}>{effect}</p>
        <Button
          variant={isSuspended ? 'secondary' : 'danger'}
          onClick={() =>
            showModal({
              type: 'confirmation',
              title: `${action} ${name} ?`,
              message: effect,
              buttonLabelYes: action,
              buttonLabelNo: 'Annuler',
              callbackFunc: suspend,
            })
          }
        >
          {action}
        </Button>
        <Refused>{failure}</Refused>
      </div>
    </Card>
  );
}
