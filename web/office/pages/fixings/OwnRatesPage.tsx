import { useEffect, useRef, useState } from 'react';
import type { Answer } from '#domain/api.ts';
import type { RateRow } from '#domain/rates/fixing.ts';
import { call } from '#web/shared/api/client.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { Checklist, isComplete } from '../../Checklist.tsx';
import { page, type Visit } from '../../page.tsx';
import { hasScope } from '../../sections.ts';
import { NoOwnCompany } from '../../ui/NoOwnCompany.tsx';
import { BRANCH_PARAMETER } from './BranchPicker.tsx';
import { openDrafts, startRead, useDrafts } from './drafts.ts';
import { HeldFixings } from './HeldFixings.tsx';
import { History } from './History.tsx';
import { openTables } from './in/pending-table.ts';
import { WaitingTable } from './in/WaitingTable.tsx';
import { resumePublication } from './publish.ts';
import { Sheet } from './Sheet.tsx';
import { makeSheetOf } from './sheet-calls.ts';
import { lastView, openSheet, rememberView, useSheet, type View, withoutRates } from './sheet-state.ts';
import { ToConfirm } from './ToConfirm.tsx';
import { WaitingOrders } from './Waiting.tsx';

export const ownRatesPage = page({
  title: titleOf,
  needs: ['fixings.list.me'],
  load: loadOwnRates,
  Component: OwnRates,
});

type OwnRatesData = {
  userId: number;
  branch: number | null;
  /** currency that the address leads to */
  currency: string;
  belongsToCompany: boolean;
  rates: Answer<'GET /api/fixings/rates'>;
  logs: Answer<'GET /api/fixings/logs'>;
  held: Answer<'GET /api/fixings/held'>;
  sheet: Answer<'GET /api/fixings/sheet'> | null;
  lastBatch: Answer<'GET /api/fixings/batch/last'>;
  checklist: Answer<'GET /api/companies/checklist'> | null;
  reviewsAllCompanies: boolean;
  at: Date;
};

function titleOf({ branch, sheet }: OwnRatesData): string | undefined {
  const of = sheet?.counters.find(({ id }) => id === branch);
  return of && `Taux de l’agence ${of.name}`;
}

async function loadOwnRates({ user, url, signal }: Visit): Promise<OwnRatesData> {
  const belongsToCompany = user.company_id !== null;
  const branch = belongsToCompany ? branchOf(url) : null;
  const query = branch === null ? {} : { branch };
  const readNumber = startRead();
  const [rates, logs, held, sheet, lastBatch, checklist] = await Promise.all([
    call('GET /api/fixings/rates', { signal }),
    call('GET /api/fixings/logs', { signal, query }),
    call('GET /api/fixings/held', { signal }),
    belongsToCompany ? call('GET /api/fixings/sheet', { signal, query }) : null,
    belongsToCompany ? call('GET /api/fixings/batch/last', { signal, query }) : null,
    belongsToCompany ? call('GET /api/companies/checklist', { signal }) : null,
  ]);
  if (branch !== null) rates.rates = fillUnfixedRows(sheet?.rows ?? [], rates.rates);
  openDrafts(user.id, rates.rates, readNumber, branch);
  openSheet(user.id, sheet, readNumber, branch);
  openTables(user.id);
  resumePublication(user.id);
  const reviewsAllCompanies = hasScope(user, 'fixings.edit.all');
  const at = new Date();
  return {
    userId: user.id,
    branch,
    currency: url.searchParams.get('devise')?.slice(0, 3) ?? '',
    belongsToCompany,
    rates,
    logs,
    held,
    sheet,
    lastBatch,
    checklist,
    reviewsAllCompanies: reviewsAllCompanies,
    at,
  };
}

function branchOf({ searchParams }: URL): number | null {
  const id = searchParams.get(BRANCH_PARAMETER) ?? '';
  return /^[1-9]\d{0,8}$/.test(id) ? Number(id) : null;
}

function fillUnfixedRows(rows: readonly RateRow[], all: readonly RateRow[]): RateRow[] {
  const known = new Map(rows.map((row) => [row.code, row]));
  return all.map((row) => known.get(row.code) ?? withoutRates(row));
}

function OwnRates({ data }: { data: OwnRatesData }) {
  return <RatesOfSheet key={`${data.branch} ${data.currency}`} data={data} />;
}

function RatesOfSheet({ data }: { data: OwnRatesData }) {
  const {
    userId,
    branch,
    currency,
    belongsToCompany,
    rates,
    logs,
    held,
    sheet,
    lastBatch,
    reviewsAllCompanies,
    at,
  } = data;
  const [view, setView] = useState<View>(() =>
    currency !== '' ? 'all' : branch === null ? lastView(userId, sheet?.is_made === true) : 'mine',
  );
  const waiting = <HeldFixings answer={held} at={at} showsCompany={reviewsAllCompanies} />;
  // rates that others decide come below the sheet, which stays where it is as they are published
  const mayReview = held.held.some(({ may_review }) => may_review);
  if (!belongsToCompany) {
    return (
      <>
        {waiting}
        <NoOwnCompany lacks="taux à fixer" />
      </>
    );
  }
  function choose(chosen: View) {
    setView(chosen);
    if (branch === null) rememberView(userId, chosen);
  }
  return (
    <>
      {data.checklist ? (
        <FirstSteps loaded={data.checklist} onSheet={() => choose('mine')} isOfBranch={branch !== null} />
      ) : null}
      <WaitingOrders />
      {mayReview ? waiting : null}
      {rates.is_suspended ? <SuspendedNotice /> : null}
      {branch === null ? <UnpaidSideNotices rates={rates} /> : null}
      {branch === null ? <WaitingTable /> : null}
      <ToConfirm rates={rates.rates} />
      <Sheet
        view={view}
        onChoose={choose}
        rates={rates}
        last={lastBatch}
        at={at}
        branch={branch}
        branches={sheet?.counters ?? []}
        currency={currency}
      />
      {mayReview ? null : waiting}
      <History logs={logs} branch={branch} at={at} />
    </>
  );
}

type FirstStepsProps = {
  loaded: NonNullable<OwnRatesData['checklist']>;
  onSheet: () => void;
  isOfBranch: boolean;
};

function FirstSteps({ loaded, onSheet, isOfBranch }: FirstStepsProps) {
  const user = useClientState((state) => state.user);
  const list = useLiveChecklist(loaded);
  if (!user) return null;
  async function propose() {
    if (await makeSheetOf(list.currencies)) onSheet();
  }
  return (
    <Checklist
      list={list}
      user={user}
      company={null}
      {...(!isOfBranch && { onPropose: () => void propose() })}
    />
  );
}

// Read again with each change of the sheet and of its rates, until all steps are done.
function useLiveChecklist(loaded: FirstStepsProps['loaded']) {
  const [shown, setShown] = useState({ loaded, list: loaded });
  const sheet = useSheet((state) => state.sheet);
  const newer = useDrafts((state) => state.newer);
  const isFirst = useRef(true);
  const list = shown.loaded === loaded ? shown.list : loaded;
  const isDone = isComplete(list);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of either is what is followed
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    if (isDone) return;
    const stop = new AbortController();
    call('GET /api/companies/checklist', { signal: stop.signal, isBackground: true }).then(
      (read) => setShown({ loaded, list: read }),
      // the next change or page reads it
      () => undefined,
    );
    return () => stop.abort();
  }, [sheet, newer, isDone, loaded]);
  return list;
}

const UNPAID_SIDE_TEXTS = {
  purchase: {
    title: 'Vos taux d’achat ne sont pas comparés',
    why: 'Aucune de vos agences ne reprend de devises aux taux du bureau. Un voyageur qui revend ses billets ne les voit pas.',
  },
  sale: {
    title: 'Vos taux de vente ne sont pas comparés',
    why: 'Aucune de vos agences ne vend de devises aux taux du bureau. Un voyageur qui en achète ne les voit pas.',
  },
};

function UnpaidSideNotices({ rates: { rates, unpaid_sides: sides = [] } }: Pick<OwnRatesData, 'rates'>) {
  return sides
    .filter((side) => rates.some((row) => row[side] !== null))
    .map((side) => {
      const { title, why } = UNPAID_SIDE_TEXTS[side];
      return (
        <Notice key={side} tone="warning" role="region" aria-label={title} title={title}>
          <p>{why} Les services et les taux d’une agence se changent sur sa page.</p>
        </Notice>
      );
    });
}

function SuspendedNotice() {
  return (
    <Notice
      tone="failure"
      role="region"
      aria-label="Votre bureau est suspendu"
      title="Votre bureau est suspendu"
    >
      <p>
        Ses offres n’apparaissent pas dans les comparaisons. Les taux que vous fixez restent enregistrés et y
        reparaîtront quand la suspension sera levée. Adressez-vous à votre administrateur.
      </p>
    </Notice>
  );
}
