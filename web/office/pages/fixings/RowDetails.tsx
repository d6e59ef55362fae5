import { useEffect, useState } from 'react';
import type { QuoteUnit, SheetRow } from '#domain/sheets/sheet.ts';
import { formatMoment } from '#web/shared/dates.ts';
import { announceFailure } from '../../announce.ts';
import styles from './RowDetails.module.css';
import { unfoldRow } from './sheet-state.ts';
import {
  formatAge,
  formatAmounts,
  formatMidDay,
  formatRest,
  formatRule,
  formatSuspended,
  Rank,
  writeMid,
} from './sheet-text.tsx';

type Props = { row: SheetRow; unit: QuoteUnit; at: Date };

const loadHistory = () => import('./history/RowHistory.tsx');

export function RowDetails({ row, unit, at }: Props) {
  const { code, rule, yesterday, rank, by, updated_at, mid_at } = row;
  const [part, setPart] = useState<Awaited<ReturnType<typeof loadHistory>>>();
  useEffect(() => {
    loadHistory().then(setPart, () => {
      unfoldRow(null);
      announceFailure('L’historique n’a pas pu s’ouvrir. Vérifiez votre connexion, puis recommencez.');
    });
  }, []);
  const suspended = formatSuspended(row, at);
  const fixedAt = updated_at === null ? null : new Date(updated_at);
  return (
    <section className={styles.details} aria-label={`Détail de ${code}`}>
      <dl className={styles.facts}>
        <div>
          <dt>Hier</dt>
          <dd>{yesterday ? formatAmounts(yesterday, unit) : '—'}</dd>
        </div>
        <div>
          <dt>Rang à 500 €</dt>
          <dd>
            <Rank rank={rank} unit={unit} />
          </dd>
        </div>
        <div>
          <dt>Taux intermédiaire</dt>
          <dd>
            {writeMid(row, unit)}
            {mid_at === '' ? '' : `, ${formatMidDay(new Date(mid_at), at)}`}
          </dd>
        </div>
        <div>
          <dt>Règle</dt>
          <dd>{rule ? (rule.rest ? formatRest(rule.rest, at) : formatRule(rule)) : 'fixé à la main'}</dd>
        </div>
        <div>
          <dt>Fixé</dt>
          <dd>
            {fixedAt
              ? `le ${formatMoment(fixedAt)}${by ? ` par ${`${by.name} ${by.surname}`.trim()}` : ''}, ${formatAge(fixedAt, at)}`
              : 'jamais'}
          </dd>
        </div>
        {suspended ? (
          <div>
            <dt>Suspension</dt>
            <dd>{suspended}</dd>
          </div>
        ) : null}
      </dl>
      {part ? <part.RowHistory code={code} onClose={() => unfoldRow(null)} /> : null}
    </section>
  );
}
