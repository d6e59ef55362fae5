import type { Answer } from '#domain/api.ts';
import { centsOf } from '#domain/money/cents.ts';
import { formatAmount, formatShortAmount } from '#domain/money/format.ts';
import type { Money } from '#domain/offers/offer.ts';

/** The price of an exchange taken apart, on the first and the last offer of this moment. */
export function Example({ answer: { offers } }: { answer: Answer<'POST /api/public/offers'> }) {
  const [best] = offers;
  const last = offers.at(-1);
  if (!best || !last) return null;
  return (
    <>
      <p>Un exemple, aux taux de ce moment, pour {say(best.ct_offer, formatShortAmount)} :</p>
      <dl>
        <div>
          <dt>Valeur au taux intermédiaire</dt>
          <dd>{say(best.ct_wish)}</dd>
        </div>
        {[best, last].map(({ company, co_offer, costs }, order) => (
          <div key={company.name}>
            <dt>{order === 0 ? 'Meilleure offre' : 'Dernière offre'}</dt>
            <dd>
              {company.name} remet <strong>{say(co_offer)}</strong>,{' '}
              {costs.amount < 0
                ? `soit un gain de ${say({ ...costs, amount: -costs.amount })}`
                : `soit un coût de ${say(costs)}`}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function say({ currency, amount }: Money, format = formatAmount): string {
  return format(currency, centsOf(amount) ?? 0);
}
