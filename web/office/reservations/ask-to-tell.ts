import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { showModal } from '#web/shared/feedback/modal.ts';

export function askToTell(error: unknown, onYes: () => void, act = 'Enregistrer'): boolean {
  if (!(error instanceof ApiFailure) || error.code !== 'travellers_expected') return false;
  showModal({
    type: 'confirmation',
    title: 'Des voyageurs sont attendus',
    message: error.message,
    buttonLabelYes: `${act} et prévenir`,
    buttonLabelNo: 'Revenir',
    callbackFunc: onYes,
  });
  return true;
}
