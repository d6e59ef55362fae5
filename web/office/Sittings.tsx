import { useLoaderData } from 'react-router';
import { NoAccess } from './layout/NoAccess.tsx';
import { Tabs } from './layout/Tabs.tsx';
import type { SittingsData } from './load-sittings.ts';
import { Companies } from './pages/companies/Companies.tsx';
import { Currencies } from './pages/currencies/Currencies.tsx';

/** Administration: the currencies with their rates, or the bureaux with their users (spec 2). */
export function Sittings() {
  const data: SittingsData = useLoaderData();
  if (data.view === 'none') return <NoAccess />;
  return (
    <>
      <Tabs />
      {data.view === 'me' ? (
        <Currencies currencies={data.currencies} />
      ) : (
        <Companies companies={data.companies} />
      )}
    </>
  );
}
