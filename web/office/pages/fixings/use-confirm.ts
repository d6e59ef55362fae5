import { useState } from 'react';
import { call } from '#web/shared/api/client.ts';
import { showFailure, showResult } from '#web/shared/feedback/failure.ts';
import { keepSaved } from './drafts.ts';

/** What a button that confirms rates needs: whether it is at it, and the act, once at a time. */
export function useConfirm() {
  const [isConfirming, setConfirming] = useState(false);
  const confirm = (currencies: readonly string[]) => {
    if (isConfirming) return;
    setConfirming(true);
    void confirmRates(currencies).finally(() => setConfirming(false));
  };
  return { isConfirming, confirm };
}

/** Renews these rates as they are: fresh as of now, all of them or none. */
async function confirmRates(currencies: readonly string[]): Promise<void> {
  try {
    const { rates } = await call('POST /api/fixings/confirm', { body: { currencies: [...currencies] } });
    for (const row of rates) keepSaved(row);
    showResult({
      type: 'information',
      title: 'SUCCES',
      message:
        rates.length === 1 ? `Le taux ${currencies[0]} est confirmé` : `${rates.length} taux confirmés`,
      buttonLabel: 'Continuer',
      callbackFunc: (_, router) => router.revalidate(),
    });
  } catch (error) {
    showFailure(error);
  }
}
