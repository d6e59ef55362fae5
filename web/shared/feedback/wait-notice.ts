import styles from './wait-notice.module.css';

const texts = new Map<symbol, string>();

// above an open dialog, and outside React, so that the first script of the site knows nothing of it
const notice = document.createElement('p');
notice.className = styles.notice ?? '';
notice.role = 'status';
notice.popover = 'manual';

export function showWait(): (text: string) => void {
  const id = Symbol();
  return (text) => {
    if (text === '') texts.delete(id);
    else texts.set(id, text);
    const shown = [...texts.values()].at(-1);
    if (shown === undefined) return notice.remove();
    document.body.append(notice);
    notice.textContent = shown;
    notice.showPopover?.();
  };
}
