import { formatShortAmount } from '#domain/money/format.ts';
import { comparisonPath, currencyPath, placePath } from '#domain/pages/address.ts';
import type { ComparisonView } from '#domain/pages/page.ts';
import { BestFigure } from '../parts/BestFigure.tsx';
import { ComparatorForm } from '../parts/ComparatorForm.tsx';
import { OfferLines } from '../parts/OfferLines.tsx';
import { Links, PageHead, Panel, Part, Split } from '../parts/Part.tsx';
import { Nearest } from '../place/PlacePage.tsx';
import { atPlace, inPlural } from '../words.ts';

export function ComparisonPage({ view, today }: { view: ComparisonView; today: string }) {
  const { side, base, currency, midRate, result, place, nearest, currencies } = view;
  const { from, to, amount, offers } = result;
  return (
    <>
      <PageHead
        title={`${formatShortAmount(from.code, amount)} en ${inPlural(to)}${place ? ` ${atPlace(place)}` : ''}`}
        lead={
          place && offers.length > 0
            ? `Les bureaux qui ont une agence à moins de ${place.radiusKm}\u00a0km.`
            : undefined
        }
      >
        <Split
          aside={
            <Panel title="Comparer un autre montant">
              <ComparatorForm
                asked={{ amount: String(amount / 100), side, code: currency.code }}
                currencies={currencies}
                place={place}
              />
            </Panel>
          }
        >
          <BestFigure result={result} midRate={midRate} base={base} today={today} isNear={place !== null} />
        </Split>
      </PageHead>
      {offers.length > 0 ? (
        <Part title="Les offres">
          <OfferLines result={result} base={base} today={today} />
        </Part>
      ) : null}
      {nearest.length > 0 ? <Nearest title="Où trouver un bureau" nearest={nearest} /> : null}
      <Part title="Aller plus loin">
        <Links
          links={[
            {
              path: `/#/?offre=${amount / 100}&de=${from.code}&vers=${to.code}${place ? `&lieu=${place.code}` : ''}`,
              text: 'Choisir un bureau, un lieu ou une heure dans le comparateur',
            },
            ...(place
              ? [
                  { path: placePath(place.slug), text: `Changer de l’argent ${atPlace(place)}` },
                  { path: comparisonPath(amount / 100, from.code, to.code), text: 'Comparer partout' },
                ]
              : []),
            { path: currencyPath(currency.code, side), text: `Tout sur l’échange en ${inPlural(to)}` },
          ]}
        />
      </Part>
    </>
  );
}
