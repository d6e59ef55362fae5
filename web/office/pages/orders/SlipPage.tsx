import { useState } from 'react';
import type { StruckSlip } from '#domain/reservations/reservation.ts';
import { callPage } from '#web/shared/api/client.ts';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { TextField } from '#web/shared/ui/Field.tsx';
import { addresses } from '../../addresses.ts';
import { page, type Visit } from '../../page.tsx';
import type { Row } from '../../reservations/format.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { PaperSheet } from '../../ui/PaperSheet.tsx';
import { CancellationPaper } from './CancellationPaper.tsx';
import { type Slip, SlipPaper } from './SlipPaper.tsx';

export const slipPage = page({
  title: 'Bordereau',
  needs: [],
  load: loadSlip,
  Component: ({ data }) => (
    <>
      <BackLink to={addresses.orders} title="Commandes" />
      <Paper data={data} />
    </>
  ),
});

type SlipData = { row: Row; struckNumber: number | null } | null;

async function loadSlip({ params, url, signal }: Visit): Promise<SlipData> {
  const { id = '' } = params;
  if (!/^[0-9a-f]{32}$/.test(id)) return null;
  const { rows } = await callPage('GET /api/reservations', { signal, query: { id } });
  const struck = url.searchParams.get('annule');
  return rows[0] ? { row: rows[0], struckNumber: struck === null ? null : Number(struck) } : null;
}

function Paper({ data }: { data: SlipData }) {
  if (!data) return <NoSlip />;
  const { row, struckNumber } = data;
  if (struckNumber !== null) {
    const struck = row.struck.find(({ number }) => number === struckNumber);
    return struck ? <StruckSlipOf row={row} struck={struck} /> : <NoSlip />;
  }
  return row.slip ? <SlipOf row={row} slip={row.slip} /> : <NoSlip />;
}

function StruckSlipOf({ row, struck }: { row: Row; struck: StruckSlip }) {
  return (
    <PaperSheet title={`Annulation du bordereau n°\u00a0${struck.number}`}>
      <CancellationPaper row={row} struck={struck} />
      <SlipPaper row={{ ...row, applied: struck.applied }} slip={struck} name="" isStruck />
    </PaperSheet>
  );
}

function NoSlip() {
  return (
    <EmptyState title="Aucun bordereau">
      Cette commande n’a pas été remise par votre bureau. Un bordereau se numérote à la remise.
    </EmptyState>
  );
}

/** The customer's name is typed here and stored nowhere. */
function SlipOf({ row, slip }: { row: Row; slip: Slip }) {
  const [name, setName] = useState('');
  return (
    <PaperSheet
      title={`Bordereau n°\u00a0${slip.number}`}
      tools={
        <TextField
          label="Nom du client"
          hint="À sa demande seulement ; il n’est pas conservé"
          autoComplete="off"
          maxLength={100}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      }
    >
      <SlipPaper row={row} slip={slip} name={name.trim()} />
    </PaperSheet>
  );
}
