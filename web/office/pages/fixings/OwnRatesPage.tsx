import type { Answer } from '#domain/api.ts';
import { call } from '#web/shared/api/client.ts';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { page, type Visit } from '../../page.tsx';
import { holds } from '../../sections.ts';
import { openDrafts } from './drafts.ts';
import { HeldFixings } from './HeldFixings.tsx';
import { History } from './History.tsx';
import { RateGrid } from './RateGrid.tsx';
import { RateTools } from './RateTools.tsx';
import { ToConfirm } from './ToConfirm.tsx';

export const ownRatesPage = page({ needs: ['fixings.list.me'], load: loadOwnRates, Component: OwnRates });

type OwnRatesData = {
  isOfBureau: boolean;
  rates: Answer<'GET /api/fixings/rates'>;
  logs: Answer<'GET /api/fixings/logs'>;
  held: Answer<'GET /api/fixings/held'>;
  /** decides about what any bureau holds */
  decidesForAll: boolean;
  at: Date;
};

async function loadOwnRates({ user, signal }: Visit): Promise<OwnRatesData> {
  const [rates, logs, held] = await Promise.all([
    call('GET /api/fixings/rates', { signal }),
    call('GET /api/fixings/logs', { signal }),
    call('GET /api/fixings/held', { signal }),
  ]);
  openDrafts(user.id, rates.rates);
  const decidesForAll = holds(user, 'fixings.edit.all');
  return { isOfBureau: user.company_id !== null, rates, logs, held, decidesForAll, at: new Date() };
}

/** The bureau's own rates of exchange, to be set, and their history (spec 2). */
function OwnRates({ data: { isOfBureau, rates, logs, held, decidesForAll, at } }: { data: OwnRatesData }) {
  const waiting = <HeldFixings answer={held} at={at} showsCompany={decidesForAll} />;
  if (!isOfBureau) {
    return (
      <>
        {waiting}
        <EmptyState title="Votre compte n’est rattaché à aucun bureau">
          Il n’a donc pas de taux à fixer. Demandez à votre administrateur de le rattacher au vôtre.
        </EmptyState>
      </>
    );
  }
  return (
    <>
      {waiting}
      {rates.is_suspended ? <SuspendedBureau /> : null}
      <ToConfirm rates={rates.rates} />
      <RateTools rates={rates.rates} />
      <RateGrid rates={rates} at={at} />
      <History logs={logs} at={at} />
    </>
  );
}

/** Tells the agent of a suspended bureau, over its rates, why no traveller sees them. */
function SuspendedBureau() {
  return (
    <Notice
      tone="failure"
      role="region"
      aria-label="Votre bureau est suspendu"
      title="Votre bureau est suspendu"
    >
      <p>
        Ses offres n’apparaissent pas dans les comparaisons. Les taux que vous fixez restent enregistrés et y
        reparaîtront quand la suspension sera levée : adressez-vous à votre administrateur.
      </p>
    </Notice>
  );
}
