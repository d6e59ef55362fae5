import type { Answer } from '#domain/api.ts';
import { call } from '#web/shared/api/client.ts';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { page, type Visit } from '../../page.tsx';
import { openDrafts } from './drafts.ts';
import { History } from './History.tsx';
import { RateGrid } from './RateGrid.tsx';
import { ToConfirm } from './ToConfirm.tsx';

export const ownRatesPage = page({ needs: ['fixings.list.me'], load: loadOwnRates, Component: OwnRates });

type OwnRatesData = {
  isOfBureau: boolean;
  rates: Answer<'GET /api/fixings/rates'>;
  logs: Answer<'GET /api/fixings/logs'>;
  at: Date;
};

async function loadOwnRates({ user, signal }: Visit): Promise<OwnRatesData> {
  const [rates, logs] = await Promise.all([
    call('GET /api/fixings/rates', { signal }),
    call('GET /api/fixings/logs', { signal }),
  ]);
  openDrafts(user.id, rates.rates);
  return { isOfBureau: user.company_id !== null, rates, logs, at: new Date() };
}

/** The bureau's own rates of exchange, to be set, and their history (spec 2). */
function OwnRates({ data: { isOfBureau, rates, logs, at } }: { data: OwnRatesData }) {
  if (!isOfBureau) {
    return (
      <EmptyState title="Votre compte n’est rattaché à aucun bureau">
        Il n’a donc pas de taux à fixer. Demandez à votre administrateur de le rattacher au vôtre.
      </EmptyState>
    );
  }
  return (
    <>
      {rates.is_suspended ? <SuspendedBureau /> : null}
      <ToConfirm rates={rates.rates} />
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
