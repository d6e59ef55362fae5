import { ApiFailure, NO_NETWORK } from '../api/api-failure.ts';
import { showModal } from './modal.ts';
import type { ModalProperties } from './modal-properties.ts';

/** The generic handler of spec 8. Anything but a failed call is a defect: it is thrown on. */
export function showFailure(error: unknown): void {
  if (!(error instanceof ApiFailure)) throw error;
  showModal(errorModal(error));
}

/** spec 8: a result that carries an error goes to the handler; otherwise it is displayed as a modal. */
export function showResult(result: { error: unknown } | ModalProperties): void {
  if ('error' in result) showFailure(result.error);
  else showModal(result);
}

function errorModal({ status, message }: ApiFailure): ModalProperties {
  if (status === 0) {
    return {
      type: 'error',
      title: 'ERREUR DE CONNEXION',
      message: NO_NETWORK,
      buttonLabel: 'OK',
      http_code: 0,
    };
  }
  return {
    type: 'error',
    title: `ERREUR (${status})`,
    message,
    buttonLabel: 'OK',
    http_code: status,
    callbackFunc: (httpCode, router) => (httpCode === 401 ? router.navigate('/login') : undefined),
  };
}
