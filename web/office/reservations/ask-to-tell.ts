import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { showModal } from '#web/shared/feedback/modal.ts';

export function askToTell(error: unknown, onYes: () => void): void {
  if (!(error instanceof ApiFailure) || error.code !== 'travellers_expected') return;
  showModal({
    type: 'confirmation',
    title: 'Des voyageurs sont attendus',
    message: error.message,
    buttonLabelYes: 'Enregistrer et prévenir',
    buttonLabelNo: 'Revenir',
    callbackFunc: onYes,
  });
}
