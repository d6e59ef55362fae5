import type { Stock } from '#domain/terms/terms.ts';
import { call } from '#web/shared/api/client.ts';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { addresses } from '../../addresses.ts';
import { page, type Visit } from '../../page.tsx';
import { hasScope } from '../../sections.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { Stocks } from './Stocks.tsx';
import { type OwnTerms, TermsForm } from './TermsForm.tsx';

export const termsPage = page({
  title: 'Conditions de réservation',
  needs: ['orders.edit.me'],
  load: loadTerms,
  Component: ({ data }) => (data ? <Terms data={data} /> : <NoCompany />),
});

type TermsData = {
  own: OwnTerms;
  stocks: readonly Stock[];
  branches: readonly { id: number; name: string }[];
  currencies: readonly { code: string; label: string }[];
};

async function loadTerms({ user, signal }: Visit): Promise<TermsData | null> {
  if (user.company_id === null) return null;
  const seesRates = hasScope(user, 'sittings.list.me') || hasScope(user, 'fixings.list.me');
  const [own, stocks, branches, currencies] = await Promise.all([
    call('GET /api/reservations/terms', { signal }),
    call('GET /api/reservations/stocks', { signal }),
    hasScope(user, 'branches.list.me') ? call('GET /api/branches', { signal }) : [],
    seesRates ? call('GET /api/fixings/currencies', { signal }) : [],
  ]);
  const open = branches.filter(({ is_closed }) => !is_closed);
  return { own, stocks, currencies, branches: open.map(({ id, name }) => ({ id, name })) };
}

function Terms({ data: { own, ...stocked } }: { data: TermsData }) {
  return (
    <>
      <BackLink to={addresses.orders} title="Commandes" />
      {own.is_admitted ? null : (
        <Notice title="Votre bureau n’est pas dans la bêta">
          <p>
            Vous pouvez préparer vos conditions : elles ne servent qu’une fois votre bureau admis par un
            administrateur de Parité.
          </p>
        </Notice>
      )}
      <TermsForm own={own} stocked={listStocked(stocked)} />
      <Stocks {...stocked} />
    </>
  );
}

function listStocked({ stocks, currencies }: Pick<TermsData, 'stocks' | 'currencies'>): readonly string[] {
  const ready = new Set(stocks.filter((stock) => stock.ready > 0).map(({ currency }) => currency));
  // the base comes first
  return currencies.slice(1).flatMap(({ code }) => (ready.has(code) ? [code] : []));
}

function NoCompany() {
  return (
    <EmptyState title="Aucun bureau">
      Votre compte n’est rattaché à aucun bureau : il n’y a pas de conditions à montrer.
    </EmptyState>
  );
}
