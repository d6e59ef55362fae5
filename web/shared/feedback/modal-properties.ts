import type { ReactNode } from 'react';
import type { DataRouter } from 'react-router';

export type ModalProperties = {
  type: 'error' | 'information' | 'confirmation' | 'input' | 'comp-modal';
  title: string;
  message: ReactNode;
  buttonLabel?: string;
  buttonLabelYes?: string;
  buttonLabelNo?: string;
  buttonLabelOk?: string;
  buttonLabelCancel?: string;
  mainButton?: 'yes' | 'no';
  http_code?: number;
  /** called when the modal closes, but not by No or Cancel; `text` comes from an input modal */
  callbackFunc?: (httpCode: number, router: DataRouter, text?: string) => unknown;
};

export type QueuedModal = ModalProperties & { id: number };
