import { showModal } from '#web/shared/feedback/modal.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { Refused } from '../forms/Form.tsx';
import { useAct } from '../forms/use-act.ts';
import styles from './ActCard.module.css';

type Props = {
  title: string;
  children: string;
  action: string;
  act: () => Promise<unknown>;
  question?: string;
  isDangerous?: boolean;
};

export function ActCard({ title, children, action, act, question, isDangerous = false }: Props) {
  const doing = useAct(act);
  const confirm = (title: string) =>
    showModal({
      type: 'confirmation',
      title,
      message: children,
      buttonLabelYes: action,
      buttonLabelNo: 'Annuler',
      callbackFunc: doing.act,
    });
  return (
    <Card title={title}>
      <div className={styles.body}>
        <p className={styles.effect}>{children}</p>
        <Button
          variant={isDangerous ? 'danger' : 'secondary'}
          aria-disabled={doing.isActing}
          onClick={() => (question === undefined ? doing.act() : confirm(question))}
        >
          {action}
        </Button>
        <Refused>{doing.failure}</Refused>
      </div>
    </Card>
  );
}
