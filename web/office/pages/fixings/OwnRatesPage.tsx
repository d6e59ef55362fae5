import { useState } from 'react';
import type { Answer } from '#domain/api.ts';
import { call } from '#web/shared/api/client.ts';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { page, type Visit } from '../../page.tsx';
import { holds } from '../../sections.ts';
import { openDrafts, startReading } from './drafts.ts';
import { HeldFixings } from './HeldFixings.tsx';
import { History } from './History.tsx';
import { resumePublication } from './publish.ts';
import { RateGrid } from './RateGrid.tsx';
import { RateTools } from './RateTools.tsx';
import { Sheet } from './Sheet.tsx';
import { lastView, openSheet, rememberView, type View } from './sheet-state.ts';
import { ToConfirm } from './ToConfirm.tsx';
import styles from './Views.module.css';
import { Views } from './Views.tsx';

export const ownRatesPage = page({ needs: ['fixings.list.me'], load: loadOwnRates, Component: OwnRates });

type OwnRatesData = {
  userId: number;
  isOfBureau: boolean;
  rates: Answer<'GET /api/fixings/rates'>;
  logs: Answer<'GET /api/fixings/logs'>;
  held: Answer<'GET /api/fixings/held'>;
  sheet: Answer<'GET /api/fixings/sheet'> | null;
  lastBatch: Answer<'GET /api/fixings/batch/last'>;
  /** decides about what any bureau holds */
  decidesForAll: boolean;
  at: Date;
};

async function loadOwnRates({ user, signal }: Visit): Promise<OwnRatesData> {
  const isOfBureau = user.company_id !== null;
  const asked = startReading();
  const [rates, logs, held, sheet, lastBatch] = await Promise.all([
    call('GET /api/fixings/rates', { signal }),
    call('GET /api/fixings/logs', { signal }),
    call('GET /api/fixings/held', { signal }),
    isOfBureau ? call('GET /api/fixings/sheet', { signal }) : null,
    isOfBureau ? call('GET /api/fixings/batch/last', { signal }) : null,
  ]);
  openDrafts(user.id, rates.rates, asked);
  openSheet(user.id, sheet, asked);
  resumePublication(user.id);
  const decidesForAll = holds(user, 'fixings.edit.all');
  const at = new Date();
  return { userId: user.id, isOfBureau, rates, logs, held, sheet, lastBatch, decidesForAll, at };
}

/** The bureau's own rates of exchange, to be set, and their history (spec 2). */
function OwnRates({ data }: { data: OwnRatesData }) {
  const { userId, isOfBureau, rates, logs, held, sheet, lastBatch, decidesForAll, at } = data;
  const [view, setView] = useState<View>(() => lastView(userId, sheet?.is_made === true));
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
  function choose(chosen: View) {
    setView(chosen);
    rememberView(userId, chosen);
  }
  return (
    <>
      {waiting}
      {rates.is_suspended ? <SuspendedBureau /> : null}
      {rates.charges_fees ? <FeesBesideRates /> : null}
      {view === 'all' ? <ToConfirm rates={rates.rates} /> : null}
      <div className={styles.head}>
        <Views view={view} onChoose={choose} all={rates.rates} />
        <RateTools rates={rates.rates} />
      </div>
      {view === 'all' ? (
        <RateGrid rates={rates} at={at} />
      ) : (
        <Sheet view={view} rates={rates.rates} last={lastBatch} at={at} />
      )}
      <History logs={logs} at={at} />
    </>
  );
}

/** Tells the agent of a bureau that asks fees beside its rate why no traveller sees it. */
function FeesBesideRates() {
  return (
    <Notice
      tone="failure"
      role="region"
      aria-label="Votre bureau n’est pas comparé"
      title="Votre bureau n’est pas comparé"
    >
      <p>
        Il demande des frais en plus de ses taux, et une comparaison n’en tient pas encore compte : ses offres
        n’y apparaissent pas. Si vos frais sont compris dans vos taux, dites-le à votre administrateur.
      </p>
    </Notice>
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
