import { followSkipLink } from '#web/shared/skip-link.ts';
import { isLanding } from './served.ts';

// Script in the head of the landing page, run before the first paint and without the application.

declare global {
  interface Window {
    // Call of the application once it answers.
    started?: () => void;
  }
}

const LONGEST_PAINT = 1_500;

const { documentElement: root } = document;
const { application = '' } = document.currentScript?.dataset ?? {};
let pressed: HTMLElement | null = null;

root.setAttribute('data-starting', '');
// route of another page than the one in the document
if (!isLanding()) root.setAttribute('data-elsewhere', '');
followSkipLink();
addEventListener('click', remember);
window.started = () => {
  root.removeAttribute('data-starting');
  removeEventListener('click', remember);
  // after the effects of the first render
  setTimeout(() => pressed?.click());
};
addEventListener('DOMContentLoaded', () => {
  if (root.hasAttribute('data-elsewhere')) {
    showLoading();
    start();
  } else startAfterFirstPaint();
});

/** Button that no script answers yet. The menu's own opens without one. */
function remember({ target }: Event): void {
  const button = target instanceof Element && target.closest('button');
  if (button) pressed = button.type === 'button' && !button.popoverTargetElement ? button : null;
}

function showLoading(): void {
  const template = document.querySelector('template');
  if (template) document.querySelector('main')?.replaceChildren(template.content);
  root.removeAttribute('data-elsewhere');
}

// Module script, which runs once even if added twice.
function start(): void {
  document.head.append(
    Object.assign(document.createElement('script'), { type: 'module', crossOrigin: '', src: application }),
  );
}

/** Starts the application after the first paint, which 100 kB of script would delay. */
function startAfterFirstPaint(): void {
  // hidden tab, which never paints
  setTimeout(start, document.visibilityState === 'hidden' ? 0 : LONGEST_PAINT);
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) start();
  }).observe({ type: 'paint', buffered: true });
}
