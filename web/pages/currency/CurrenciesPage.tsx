import { frequency, isFrequent } from '#domain/currencies/search.ts';
import { formatAmount, formatShortAmount } from '#domain/money/format.ts';
import { currencyPath } from '#domain/pages/address.ts';
import { formatLongDay } from '#domain/pages/format-fixed.ts';
import type { CurrenciesView } from '#domain/pages/page.ts';
import { PageImage } from '../parts/PageImage.tsx';
import { PageHead, Part } from '../parts/Part.tsx';
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
      {[
        {
          title: 'Les plus demandées',
          of: currencies.filter(isFrequent).sort((a, b) => frequency(a) - frequency(b)),
        },
        { title: 'Toutes les autres', of: currencies.filter((currency) => !isFrequent(currency)) },
      ].map(({ title, of }, part) =>
        of.length === 0 ? null : (
          <Part key={title} title={title}>
            <ul className={styles.list}>
              {of.map(({ code, label, best }, index) => (
                <li key={code} className={styles.item}>
                  <PageImage kind="currency" name={code} isLazy={part > 0 && index > 6} />
                  <a className={styles.name} href={currencyPath(code, best === null ? 'sell' : 'buy')}>
                    {capitalised(label)}
                  </a>
                  <span className={styles.best}>
                    {best === null ? 'rachat seul' : formatAmount(code, best)}
                  </span>
                </li>
              ))}
            </ul>
          </Part>
        ),
      )}
    </>
  );
}
