import { flushSync } from 'react-dom';
import type { DataRouter } from 'react-router';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { clearModal } from '#web/shared/feedback/modal.ts';
import { isFocusOnRows, moveBetweenFields } from './fields.ts';
import { listSaves, successOnScreen } from './save-fixing.ts';

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey'>;

const keys: Key[] = [];
let isReplaying = false;

const EDITS: Readonly<Record<string, string>> = { Backspace: 'delete', Delete: 'forwardDelete' };
const TYPED = /^([\d.,' ]|Enter|ArrowUp|ArrowDown|Backspace|Delete)$/;

/**
 * Queues keys typed during a save: Enter for the success to come, digits for the field after it. Typing from
 * paper without looking up so loses no digit; a failure or question drops the queue, because it has to be
 * read.
 */
export function queueTypedAhead(router: DataRouter): void {
  const queueKey = (event: KeyboardEvent) => {
    if (!isTypedAhead(event)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat && event.key === 'Enter') return;
    keys.push(event);
    replay(router);
  };
  addEventListener('keydown', queueKey, { capture: true });
  useClientState.subscribe(() => replay(router));
}

function isTypedAhead({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  const saves = listSaves();
  if (saves.length === 0 || altKey || ctrlKey || metaKey) return false;
  if (stateOfModals() === 'other' || !isFocusOnRows(saves)) return false;
  // Tab alone leaves the row as usual: focus is never trapped
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

function goOn(router: DataRouter): void {
  if (/^(Enter| )$/.test(keys[0]?.key ?? '')) keys.shift();
  const [modal] = useClientState.getState().modals;
  clearModal();
  void modal?.callbackFunc?.(0, router);
}

function press(typed: Key | undefined): void {
  if (!typed) return;
  const { key, shiftKey } = typed;
  // the field may still be rendered read-only, as during the save
  flushSync(() => undefined);
  if (key === 'Tab') {
    moveBetweenFields(shiftKey ? -1 : 1);
    return;
  }
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  const isFree = document.activeElement?.dispatchEvent(event) === true;
  // only way to type into a number input
  if (isFree && EDITS[key]) document.execCommand(EDITS[key]);
  else if (isFree && key.length === 1) document.execCommand('insertText', false, key);
  // a refused save has to be read
  if (key === 'Enter' && listSaves().length === 0) keys.length = 0;
}
