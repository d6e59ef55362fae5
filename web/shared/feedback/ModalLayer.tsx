import { useEffect, useState } from 'react';
import type { DataRouter } from 'react-router';
import { useClientState } from './client-state.ts';
import { clearModal } from './modal.ts';
import type { ModalProperties } from './modal-properties.ts';

const loadHost = () => import('./ModalHost.tsx');
type Host = Awaited<ReturnType<typeof loadHost>>['ModalHost'];

type Props = {
  router: DataRouter;
  /** calls at the moment when the code is to be fetched, and answers how to call it off; a constant of its module */
  whenToFetch: (fetch: () => void) => () => void;
  /** says in another way what a modal would have said, when its code does not come */
  sayWithout: (modal: ModalProperties) => void;
};

/**
 * The modals, whose code weighs too much for the first screen. It is fetched before one is shown: once the
 * connection is lost, it would be too late to fetch what says so.
 */
export function ModalLayer({ router, whenToFetch, sayWithout }: Props) {
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
        sayWithout(modal);
      },
    );
  }, [modal, host, sayWithout]);

  return host ? <host.Host router={router} /> : null;
}
