import { useRevalidator } from 'react-router';
import { call } from '#web/shared/api/client.ts';
import { showFailure } from '#web/shared/feedback/failure.ts';
import { announce } from '../announce.ts';
import { askToTell } from '../reservations/ask-to-tell.ts';
import { ActCard } from './ActCard.tsx';

type Props = {
  of: 'companies' | 'iam/users';
  id: number;
  name: string;
  isSuspended: boolean;
  effects: { suspend: string; resume: string };
};

export function Suspension({ of, id, name, isSuspended, effects }: Props) {
  const { revalidate } = useRevalidator();
  const action = isSuspended ? 'Rétablir' : 'Suspendre';

  async function suspend(tells = false) {
    try {
      const told = tells ? { tells_travellers: true } : {};
      await call(`POST /api/${of}/suspend`, { body: { id, is_suspended: !isSuspended, ...told } });
    } catch (error) {
      if (!askToTell(error, () => void suspend(true).catch(showFailure), action)) throw error;
      return;
    }
    announce(isSuspended ? `${name} : suspension levée.` : `${name} : suspendu.`);
    await revalidate();
  }

  return (
    <ActCard
      title={isSuspended ? 'Suspendu' : 'Suspendre'}
      action={action}
      question={`${action} ${name} ?`}
      isDangerous={!isSuspended}
      act={() => suspend()}
    >
      {isSuspended ? effects.resume : effects.suspend}
    </ActCard>
  );
}
