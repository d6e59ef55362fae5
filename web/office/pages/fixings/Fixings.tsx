import { useLoaderData } from 'react-router';
import { NoAccess } from '../../layout/NoAccess.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { AllRates } from './AllRates.tsx';
import { History } from './History.tsx';
import type { FixingsData } from './load-fixings.ts';
import { RateGrid } from './RateGrid.tsx';
import { SuspendedBureau } from './SuspendedBureau.tsx';

/** Rates of exchange: the own ones to be set, or everyone's to be read (spec 2). */
export function Fixings() {
  const data: FixingsData = useLoaderData();
  if (data.view === 'none') return <NoAccess />;
  if (data.view === 'all') return <AllRates {...data} />;
  if (data.user.company_id === null) {
    return (
      <Notice title="Votre compte n’est rattaché à aucun bureau">
        Il n’a donc pas de taux à fixer. Demandez à votre administrateur de le rattacher au vôtre.
      </Notice>
    );
  }
  return (
    <>
      {data.rates.is_suspended ? <SuspendedBureau /> : null}
      <RateGrid rates={data.rates} logs={data.logs} at={data.at} />
      <History logs={data.logs} at={data.at} />
    </>
  );
}
