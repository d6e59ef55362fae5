import { useLoaderData } from 'react-router';
import { NoAccess } from '../../layout/NoAccess.tsx';
import { Companies } from './Companies.tsx';
import { Currencies } from './Currencies.tsx';
import type { SittingsData } from './load-sittings.ts';

/** Administration: the currencies with their rates, or the bureaux with their users (spec 2). */
export function Sittings() {
  const data: SittingsData = useLoaderData();
  if (data.view === 'me') return <Currencies currencies={data.currencies} />;
  if (data.view === 'all') return <Companies companies={data.companies} />;
  return <NoAccess />;
}
