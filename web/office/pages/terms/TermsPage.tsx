import type { Stocks } from '#domain/terms/terms.ts';
import { call } from '#web/shared/api/client.ts';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { addresses } from '../../addresses.ts';
import { page, type Visit } from '../../page.tsx';
import { BackLink } from '../../ui/BackLink.tsx';
import { NoOwnCompany } from '../../ui/NoOwnCompany.tsx';
import { type OwnTerms, TermsForm } from './TermsForm.tsx';

export const termsPage = page({
  title: 'Conditions de réservation',
  needs: ['orders.edit.me'],
  load: loadTerms,
  Component: ({ data }) => (data ? <Terms data={data} /> : <NoOwnCompany lacks="conditions à régler" />),
});

type TermsData = { own: OwnTerms; list: Stocks };

async function loadTerms({ user, signal }: Visit): Promise<TermsData | null> {
  if (user.company_id === null) return null;
  const [own, list] = await Promise.all([
    call('GET /api/reservations/terms', { signal }),
    call('GET /api/reservations/stocks', { signal }),
  ]);
  return { own, list };
}

function Terms({ data: { own, list } }: { data: TermsData }) {
  return (
    <>
      <BackLink to={addresses.orders} title="Commandes" />
      {own.is_admitted ? null : (
        <Notice title="Votre bureau n’est pas dans la bêta">
          <p>
            Préparez vos conditions dès maintenant. Elles serviront dès que votre bureau sera admis par un
            administrateur de Parité.
          </p>
        </Notice>
      )}
      <TermsForm own={own} stocked={listStocked(list)} />
    </>
  );
}

function listStocked({ stocks, currencies }: Stocks): readonly string[] {
  const ready = new Set(stocks.filter((stock) => stock.ready > 0).map(({ currency }) => currency));
  // the base comes first
  return currencies.slice(1).flatMap(({ code }) => (ready.has(code) ? [code] : []));
}
