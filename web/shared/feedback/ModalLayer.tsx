import { useEffect, useState } from 'react';
import type { DataRouter } from 'react-router';
import { useClientState } from './client-state.ts';
import { clearModal } from './modal.ts';
import type { ModalProperties } from './modal-properties.ts';

const loadHost = () => import('./ModalHost.tsx');
type Host = Awaited<ReturnType<typeof loadHost>>['ModalHost'];

type Props = {
  router: DataRouter;
  whenToFetch: (fetch: () => void) => () => void;
  showFallback: (modal: ModalProperties) => void;
};

/**
 * Modals, whose code weighs too much for the first screen. Their code is fetched before one is shown, since
 * a lost connection is among their messages.
 */
export function ModalLayer({ router, whenToFetch, showFallback }: Props) {
  const modal = useClientState(({ modals }) => modals[0]);
  const [host, setHost] = useState<{ Host: Host }>();

  useEffect(
    () =>
      whenToFetch(() => {
        loadHost().then(
          ({ ModalHost }) => setHost({ Host: ModalHost }),
          () => undefined,
        );
      }),
    [whenToFetch],
  );

  useEffect(() => {
    if (!modal || host) return;
    loadHost().then(
      ({ ModalHost }) => setHost({ Host: ModalHost }),
      () => {
        clearModal();
        showFallback(modal);
      },
    );
  }, [modal, host, showFallback]);

  return host ? <host.Host router={router} /> : null;
}
