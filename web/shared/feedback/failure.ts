import { ApiFailure } from '../api/api-failure.ts';
import { showModal } from './modal.ts';
import type { ModalProperties } from './modal-properties.ts';

/** Generic handler of spec 8. An error other than a failed call is a defect and is thrown on. */
export function showFailure(error: unknown): void {
  if (!(error instanceof ApiFailure)) throw error;
  showModal(errorModal(error));
}

export function showResult(result: { error: unknown } | ModalProperties): void {
  if ('error' in result) showFailure(result.error);
  else showModal(result);
}

function errorModal({ status, message }: ApiFailure): ModalProperties {
  if (status === 0) {
    return {
      type: 'error',
      title: 'ERREUR DE CONNEXION',
      message,
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
