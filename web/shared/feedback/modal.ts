import { useClientState } from './client-state.ts';
import type { ModalProperties } from './modal-properties.ts';

let lastId = 0;

export function showModal(modal: ModalProperties): void {
  lastId += 1;
  const queued = { ...modal, id: lastId };
  useClientState.setState(({ modals }) => {
    const isThere = modals.some((other) => modal.type === 'error' && isSame(other, modal));
    return { modals: isThere ? modals : [...modals, queued] };
  });
}

export function clearModal(): void {
  useClientState.setState(({ modals }) => ({ modals: modals.slice(1) }));
}

function isSame(a: ModalProperties, b: ModalProperties): boolean {
  return a.type === b.type && a.title === b.title && a.message === b.message;
}
