import { useState } from 'react';
import type { RedemptionPaper as Paper } from '#domain/reservations/redemption.ts';
import { callPage } from '#web/shared/api/client.ts';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { TextField } from '#web/shared/ui/Field.tsx';
import { addresses } from '../../addresses.ts';
import { page, type Visit } from '../../page.tsx';
import { BackLink } from '../../ui/BackLink.tsx';
import { PaperSheet } from '../../ui/PaperSheet.tsx';
import { RedemptionPaper } from './RedemptionPaper.tsx';

export const redemptionPage = page({
  title: 'Bordereau de reprise',
  needs: [],
  load: loadPaper,
  Component: ({ data }) => (
    <>
      <BackLink to={addresses.redemptions} title="Reprises" />
      {data ? <PaperOf paper={data} /> : <NoPaper />}
    </>
  ),
});

async function loadPaper({ params, signal }: Visit): Promise<Paper | null> {
  const { id = '', number = '' } = params;
  if (!/^[0-9a-f]{32}$/.test(id)) return null;
  const { rows } = await callPage('GET /api/reservations/redemptions', { signal, query: { id } });
  return rows.find((paper) => String(paper.number) === number) ?? null;
}

function NoPaper() {
  return (
    <EmptyState title="Aucun bordereau de reprise">
      Aucune reprise de votre bureau ne porte ce numéro pour cette commande.
    </EmptyState>
  );
}

function PaperOf({ paper }: { paper: Paper }) {
  const [name, setName] = useState('');
  return (
    <PaperSheet
      title={`Bordereau de reprise n°\u00a0${paper.number}`}
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
      <RedemptionPaper paper={paper} name={name.trim()} />
    </PaperSheet>
  );
}
