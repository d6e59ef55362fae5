import type { ReactNode } from 'react';
import type { DataRouter } from 'react-router';
import { useClientState } from './client-state.ts';

/** The properties of a modal, in the names of spec 3. */
export type ModalProperties = {
  type: 'error' | 'information' | 'confirmation' | 'input' | 'comp-modal';
  title: string;
  /** the sentence, or what a comp-modal shows */
  message: ReactNode;
  /** closes an error, an information or a comp-modal */
  buttonLabel?: string;
  buttonLabelYes?: string;
  buttonLabelNo?: string;
  buttonLabelOk?: string;
  buttonLabelCancel?: string;
  /** 0 when there is none */
  http_code?: number;
  /** runs when the modal closes, but not by No or Cancel; `text` is what was typed in an input modal */
  callbackFunc?: (httpCode: number, router: DataRouter, text?: string) => unknown;
};

export type QueuedModal = ModalProperties & { id: number };

let lastId = 0;

/** Shows a modal, after those that are there already. The same error is not said twice in a row. */
export function showModal(modal: ModalProperties): void {
  lastId += 1;
  const queued = { ...modal, id: lastId };
  useClientState.setState(({ modals }) => {
    const isThere = modals.some((other) => modal.type === 'error' && isSame(other, modal));
    return { modals: isThere ? modals : [...modals, queued] };
  });
}

/** Clears the modal on the screen, which hides it (spec 4); the next one of the queue shows. */
export function clearModal(): void {
  useClientState.setState(({ modals }) => ({ modals: modals.slice(1) }));
}

function isSame(a: ModalProperties, b: ModalProperties): boolean {
  return a.type === b.type && a.title === b.title && a.message === b.message;
}
