import { useState } from 'react';
import { callPage } from '#web/shared/api/client.ts';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { TextField } from '#web/shared/ui/Field.tsx';
import { addresses } from '../../addresses.ts';
import { page, type Visit } from '../../page.tsx';
import type { Row } from '../../reservations/format.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { PaperSheet } from '../../ui/PaperSheet.tsx';
import { type Slip, SlipPaper } from './SlipPaper.tsx';

export const slipPage = page({
  title: 'Bordereau',
  needs: [],
  load: loadSlip,
  Component: ({ data }) => (
    <>
      <BackLink to={addresses.orders} title="Commandes" />
      {data?.slip ? <SlipOf row={data} slip={data.slip} /> : <NoSlip />}
    </>
  ),
});

async function loadSlip({ params, signal }: Visit): Promise<Row | null> {
  const { id = '' } = params;
  if (!/^[0-9a-f]{32}$/.test(id)) return null;
  const { rows } = await callPage('GET /api/reservations', { signal, query: { id } });
  return rows[0] ?? null;
}

function NoSlip() {
  return (
    <EmptyState title="Aucun bordereau">
      Cette commande n’a pas été remise par votre bureau : un bordereau se numérote à la remise.
    </EmptyState>
  );
}

/** The customer's name is typed here and stored nowhere. */
function SlipOf({ row, slip }: { row: Row; slip: Slip }) {
  const [name, setName] = useState('');
  return (
    <PaperSheet
      title={`Bordereau n° ${slip.number}`}
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
