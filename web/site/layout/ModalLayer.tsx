import { useEffect, useState } from 'react';
import type { DataRouter } from 'react-router';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { clearModal } from '#web/shared/feedback/modal.ts';
import { onFirstInteraction } from '../pages/landing/first-interaction.ts';

const loadHost = () => import('#web/shared/feedback/ModalHost.tsx');
type Host = Awaited<ReturnType<typeof loadHost>>['ModalHost'];

/**
 * The modals, whose code weighs too much for the first screen. It is fetched at the first sign of a person:
 * once the connection is lost, it would be too late to fetch what says so.
 */
export function ModalLayer({ router }: { router: DataRouter }) {
  const modal = useClientState(({ modals }) => modals[0]);
  const [host, setHost] = useState<{ Host: Host }>();

  useEffect(
    () =>
      onFirstInteraction(() => {
        loadHost().then(
          ({ ModalHost }) => setHost({ Host: ModalHost }),
          () => undefined,
        );
      }),
    [],
  );

  useEffect(() => {
    if (!modal || host) return;
    loadHost().then(
      ({ ModalHost }) => setHost({ Host: ModalHost }),
      () => {
        // the browser's own dialog rather than a silent nothing
        alert(`${modal.title}\n\n${modal.message}`);
        clearModal();
      },
    );
  }, [modal, host]);

  return host ? <host.Host router={router} /> : null;
}
