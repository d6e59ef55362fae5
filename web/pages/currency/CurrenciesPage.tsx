import { formatAmount, formatShortAmount } from '#domain/money/format.ts';
import { currencyPath } from '#domain/pages/address.ts';
import { formatLongDay } from '#domain/pages/format-fixed.ts';
import type { CurrenciesView } from '#domain/pages/page.ts';
import { PageFlag } from '../parts/PageFlag.tsx';
import { PageHead } from '../parts/Part.tsx';
import { capitalised } from '../words.ts';
import styles from './CurrenciesPage.module.css';

type Props = { view: CurrenciesView; today: string };

export function CurrenciesPage({ view: { base, amount, currencies }, today }: Props) {
  const asked = formatShortAmount(base.code, amount);
  return (
    <>
      <PageHead
        title="Toutes les devises"
        lead={`${currencies.length} devises se changent ici contre des ${base.label}s. Chaque montant est le meilleur pour ${asked}, le ${formatLongDay(today, today)}.`}
      />
      <ul className={styles.list}>
        {currencies.map(({ code, label, best }, index) => (
          <li key={code} className={styles.item}>
            <PageFlag code={code} isLazy={index > 12} />
            <a className={styles.name} href={currencyPath(code, best === null ? 'sell' : 'buy')}>
              {capitalised(label)}
            </a>
            <span className={styles.best}>{best === null ? 'rachat seul' : formatAmount(code, best)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
