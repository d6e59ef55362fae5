import { useState } from 'react';
import type { DataRouter } from 'react-router';
import { useClientState } from './client-state.ts';
import { Modal } from './Modal.tsx';

/** Shows the modals of the shared state, one at a time. It stands beside the pages, once in an app. */
export function ModalHost({ router }: { router: DataRouter }) {
  const modal = useClientState(({ modals }) => modals[0]);
  // the last one stays while it fades
  const [last, setLast] = useState(modal);
  if (modal && modal !== last) setLast(modal);
  const shown = modal ?? last;
  return shown ? <Modal key={shown.id} modal={shown} isOpen={modal !== undefined} router={router} /> : null;
}
