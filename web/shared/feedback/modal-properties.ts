import type { ReactNode } from 'react';
import type { DataRouter } from 'react-router';

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
  /** which of a confirmation's buttons is the filled one; yes unless it says no */
  mainButton?: 'yes' | 'no';
  /** 0 when there is none */
  http_code?: number;
  /** runs when the modal closes, but not by No or Cancel; `text` is what was typed in an input modal */
  callbackFunc?: (httpCode: number, router: DataRouter, text?: string) => unknown;
};

export type QueuedModal = ModalProperties & { id: number };
