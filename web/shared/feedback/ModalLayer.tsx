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
};

/**
 * The modals, whose code weighs too much for the first screen. It is fetched before one is shown: once the
 * connection is lost, it would be too late to fetch what says so.
 */
export function ModalLayer({ router, whenToFetch }: Props) {
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
        // the browser's own dialog rather than a silent nothing
        alert(textOf(modal));
        clearModal();
      },
    );
  }, [modal, host]);

  return host ? <host.Host router={router} /> : null;
}

/** A message that is a component is left out. */
function textOf({ title, message }: ModalProperties): string {
  return typeof message === 'string' ? `${title}\n\n${message}` : title;
}
