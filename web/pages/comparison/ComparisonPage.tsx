import { formatShortAmount } from '#domain/money/format.ts';
import { currencyPath } from '#domain/pages/address.ts';
import type { ComparisonView } from '#domain/pages/page.ts';
import { BestFigure } from '../parts/BestFigure.tsx';
import { ComparatorForm } from '../parts/ComparatorForm.tsx';
import { OfferLines } from '../parts/OfferLines.tsx';
import { Links, PageHead, Part } from '../parts/Part.tsx';
import { inPlural } from '../words.ts';

export function ComparisonPage({ view, today }: { view: ComparisonView; today: string }) {
  const { side, base, currency, midRate, result, currencies } = view;
  const { from, to, amount, offers } = result;
  return (
    <>
      <PageHead title={`${formatShortAmount(from.code, amount)} en ${inPlural(to)}`}>
        <BestFigure result={result} midRate={midRate} base={base} today={today} />
      </PageHead>
      {offers.length > 0 ? (
        <Part title="Les offres">
          <OfferLines result={result} base={base} today={today} />
        </Part>
      ) : null}
      <Part title="Comparer un autre montant">
        <ComparatorForm
          asked={{ amount: String(amount / 100), side, code: currency.code }}
          currencies={currencies}
        />
      </Part>
      <Part title="Aller plus loin">
        <Links
          links={[
            {
              path: `/#/?offre=${amount / 100}&de=${from.code}&vers=${to.code}`,
              text: 'Choisir un bureau, un lieu ou une heure dans le comparateur',
            },
            { path: currencyPath(currency.code, side), text: `Tout sur l’échange en ${inPlural(to)}` },
          ]}
        />
      </Part>
    </>
  );
}
