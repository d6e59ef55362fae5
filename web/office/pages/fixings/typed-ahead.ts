import { flushSync } from 'react-dom';
import type { DataRouter } from 'react-router';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { clearModal } from '#web/shared/feedback/modal.ts';
import { isAmong, moveBetweenFields } from './fields.ts';
import { listSaves, successOnScreen } from './save-fixing.ts';

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey'>;

/** What was typed since 'Enter', in its order. */
const keys: Key[] = [];
let isReplaying = false;

const EDITS: Readonly<Record<string, string>> = { Backspace: 'delete', Delete: 'forwardDelete' };
const TYPED = /^([\d.,' ]|Enter|ArrowUp|ArrowDown|Backspace|Delete)$/;

/**
 * From now on, what is typed while a row is saved waits for what it was meant for: Enter for the success that is
 * about to show, an amount for the field that comes after it. So who copies a sheet of paper and never looks up loses
 * no digit, however long a save takes, with one Enter a row or with two. A failure or a question drops what was typed
 * ahead: it has to be read.
 */
export function keepTypedAhead(router: DataRouter): void {
  const take = (event: KeyboardEvent) => {
    if (!isTypedAhead(event)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat && event.key === 'Enter') return;
    keys.push(event);
    replay(router);
  };
  addEventListener('keydown', take, { capture: true });
  useClientState.subscribe(() => replay(router));
}

function isTypedAhead({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  const saves = listSaves();
  if (saves.length === 0 || altKey || ctrlKey || metaKey) return false;
  if (stateOfModals() === 'other' || !isAmong(saves)) return false;
  // alone it leaves the row, as ever: nobody is held there
  return TYPED.test(key) || (key === 'Tab' && keys.length > 0);
}

function replay(router: DataRouter): void {
  if (isReplaying) return;
  isReplaying = true;
  while (keys.length > 0) {
    const state = stateOfModals();
    if (state === 'other') keys.length = 0;
    else if (state === 'success') goOn(router);
    else if (listSaves().length > 0) break;
    else press(keys.shift());
  }
  isReplaying = false;
}

function stateOfModals(): 'none' | 'success' | 'other' {
  const [modal] = useClientState.getState().modals;
  if (!modal) return 'none';
  return modal.callbackFunc === successOnScreen()?.callbackFunc ? 'success' : 'other';
}

/** As 'Continuer' does: an amount that is typed goes on too, and is not lost. */
function goOn(router: DataRouter): void {
  if (/^(Enter| )$/.test(keys[0]?.key ?? '')) keys.shift();
  const [modal] = useClientState.getState().modals;
  clearModal();
  void modal?.callbackFunc?.(0, router);
}

function press(typed: Key | undefined): void {
  if (!typed) return;
  const { key, shiftKey } = typed;
  // the field may still be drawn as it was during the save, when nothing could be typed in it
  flushSync(() => undefined);
  if (key === 'Tab') {
    moveBetweenFields(shiftKey ? -1 : 1);
    return;
  }
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  const isFree = document.activeElement?.dispatchEvent(event) === true;
  // the one way to type into a number input
  if (isFree && EDITS[key]) document.execCommand(EDITS[key]);
  else if (isFree && key.length === 1) document.execCommand('insertText', false, key);
  // nothing could be saved: why has to be read
  if (key === 'Enter' && listSaves().length === 0) keys.length = 0;
}
