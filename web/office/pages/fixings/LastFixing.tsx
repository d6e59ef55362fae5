import { formatFixing } from '#domain/fixings/draft.ts';
import { sayWhen } from '#web/shared/dates.ts';
import styles from './LastFixing.module.css';
import type { Fixing } from './use-fixing.ts';

type Props = { fixing: Fixing; at: Date; agent: string };

/** When a row was last set, and by whom; or that it changed under what is being typed, and to what. */
export function LastFixing({ fixing: { row, draft }, at, agent }: Props) {
  if (row.updated_at === null) return <span className={styles.when}>jamais fixé</span>;
  // a save of this minute is newer than the page
  const fixedAt = new Date(row.updated_at);
  const when = sayWhen(fixedAt, fixedAt > at ? fixedAt : at);
  const isOvertaken = draft?.isChanged && (draft.isOvertaken || draft.seen !== row.updated_at);
  if (isOvertaken) {
    return (
      <span className={styles.overtaken}>
        <span className={styles.when}>Changé {when}</span>
        <span className={styles.detail}>
          achat {sayAmount(row.purchase)}, vente {sayAmount(row.sale)}
        </span>
      </span>
    );
  }
  return (
    <>
      <span className={styles.when}>{when}</span>
      {agent ? <span className={styles.detail}>{agent}</span> : null}
    </>
  );
}

function sayAmount(amount: number | null): string {
  return amount === null ? '—' : formatFixing(amount);
}
