import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Answer } from '#domain/api.ts';
import { decimalOf } from '#domain/money/decimal.ts';
import { formatRate, groupDigits } from '#domain/money/format.ts';
import { formatFixing } from '#domain/rates/draft.ts';
import type { HeldFixing } from '#domain/rates/fixing.ts';
import { call } from '#web/shared/api/client.ts';
import { formatRecent } from '#web/shared/dates.ts';
import { showFailure } from '#web/shared/feedback/failure.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { Flag } from '#web/shared/ui/Flag.tsx';
import { announce } from '../../announce.ts';
import styles from './HeldFixings.module.css';

type Props = { answer: Answer<'GET /api/fixings/held'>; at: Date; showsCompany: boolean };

/** Rates hidden from travellers until a second person decides (contract 2). */
export function HeldFixings({ answer: { held, total }, at, showsCompany }: Props) {
  const review = useReview();
  if (held.length === 0) return null;
  return (
    <Card title="Taux retenus" note={formatCount(total)}>
      <p className={styles.why}>
        Ces taux s’écartent beaucoup du taux intermédiaire. Les voyageurs les verront dès qu’une autre
        personne que leur auteur les aura acceptés.
      </p>
      <ul className={styles.list} aria-label="Taux retenus">
        {held.map((fixing) => (
          <li key={`${fixing.company.id} ${fixing.branch?.id} ${fixing.row.code}`} className={styles.one}>
            <HeldRow fixing={fixing} at={at} showsCompany={showsCompany} />
            <Choice fixing={fixing} review={review} showsCompany={showsCompany} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function HeldRow({ fixing, at, showsCompany }: { fixing: HeldFixing; at: Date; showsCompany: boolean }) {
  const { row, company, branch, former, held_at } = fixing;
  return (
    <div>
      <p className={styles.head}>
        <Flag code={row.code} lazy />
        {row.code}
        {showsCompany ? ` · ${company.name}` : ''}
        {branch ? ` · ${branch.name}` : ''}
        <span>{formatAmounts(row)}</span>
      </p>
      <p className={styles.detail}>
        Taux intermédiaire {formatRate(decimalOf(row.rate))} · retenu {formatRecent(new Date(held_at), at)}
        {row.by ? ` · fixé par ${`${row.by.name} ${row.by.surname}`.trim()}` : ''}
      </p>
      <p className={styles.detail}>
        {former.purchase === null && former.sale === null
          ? 'C’est le premier taux de cette devise. Un refus la retire.'
          : `Un refus rétablit ${formatAmounts(former)}.`}
      </p>
    </div>
  );
}

function Choice({
  fixing,
  review,
  showsCompany,
}: Pick<Props, 'showsCompany'> & { fixing: HeldFixing; review: Review }) {
  const { row, company, branch, may_review } = fixing;
  if (!may_review) return <p className={styles.detail}>Une autre personne doit en décider.</p>;
  const of = [row.code, ...(showsCompany ? [company.name] : []), ...(branch ? [branch.name] : [])].join(
    ' de ',
  );
  return (
    <div className={styles.choice}>
      {[true, false].map((isAccepted) => (
        <Button
          key={String(isAccepted)}
          variant={isAccepted ? 'primary' : 'secondary'}
          aria-disabled={review.isSending}
          aria-label={`${isAccepted ? 'Accepter' : 'Refuser'} ${of}`}
          onClick={() => void review.send(fixing, isAccepted)}
        >
          {isAccepted ? 'Accepter' : 'Refuser'}
        </Button>
      ))}
    </div>
  );
}

type Review = ReturnType<typeof useReview>;

function useReview() {
  const { revalidate } = useRevalidator();
  const [isSending, setSending] = useState(false);
  async function send(
    { company, branch, row: { code, updated_at } }: HeldFixing,
    accept: boolean,
  ): Promise<void> {
    if (isSending) return;
    setSending(true);
    try {
      const of = { company_id: company.id, ...(branch && { branch: branch.id }) };
      const body = { ...of, currency: { code }, updated_at: updated_at ?? '', accept };
      await call('POST /api/fixings/review', { body });
      announce(accept ? `Le taux ${code} est accepté.` : `Le taux ${code} est refusé.`);
      // the pressed button is about to disappear
      document.querySelector('h1')?.focus({ preventScroll: true });
    } catch (error) {
      showFailure(error);
    }
    await revalidate();
    setSending(false);
  }
  return { isSending, send };
}

function formatAmounts({ purchase, sale }: HeldFixing['former']): string {
  return [
    purchase === null ? [] : `achat ${formatFixing(purchase)}`,
    sale === null ? [] : `vente ${formatFixing(sale)}`,
  ]
    .flat()
    .join(', ');
}

function formatCount(total: number): string {
  return total === 1 ? '1 taux' : `${groupDigits(String(total))} taux`;
}
