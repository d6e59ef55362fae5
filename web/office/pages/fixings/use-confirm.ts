import { useState } from 'react';
import type { RateRow } from '#domain/rates/fixing.ts';
import type { BatchConflict } from '#domain/sheets/batch.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { showFailure, showResult } from '#web/shared/feedback/failure.ts';
import { branchBody, settleSaved } from './drafts.ts';
import { mergeRows } from './sheet-state.ts';

export function useConfirm() {
  const [isConfirming, setConfirming] = useState(false);
  const confirm = (rows: readonly Seen[]) => {
    if (isConfirming) return;
    setConfirming(true);
    void confirmRates(rows).finally(() => setConfirming(false));
  };
  return { isConfirming, confirm };
}

type Seen = Pick<RateRow, 'code' | 'updated_at'>;

async function confirmRates(rows: readonly Seen[]): Promise<void> {
  const currencies = rows.map(({ code }) => code);
  const seen = rows.flatMap(({ code, updated_at }) => (updated_at === null ? [] : [[code, updated_at]]));
  try {
    const body = { ...branchBody(), currencies, updated_at: Object.fromEntries(seen) };
    const { rates } = await call('POST /api/fixings/confirm', { body });
    for (const row of rates) settleSaved(row);
    showResult({
      type: 'information',
      title: 'SUCCES',
      message:
        rates.length === 1 ? `Le taux ${currencies[0]} est confirmé` : `${rates.length} taux confirmés`,
      buttonLabel: 'Continuer',
      callbackFunc: (_, router) => router.revalidate(),
    });
  } catch (error) {
    // body of this code by the contract
    const isMoved = error instanceof ApiFailure && error.code === 'fixings_changed';
    if (isMoved) mergeRows((error.body as BatchConflict).conflicts);
    showFailure(error);
  }
}
