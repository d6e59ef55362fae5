const MOVES = ['scroll', 'resize'];
const ANNOUNCED = 120;

/** Reserves the height of a bar at the window's foot, so that announcements stand above it. */
export function keepFree(bar: HTMLElement | null) {
  if (!bar) return;
  const { style } = document.documentElement;
  const keep = () => {
    const { top, bottom } = bar.getBoundingClientRect();
    const foot = `${bottom > innerHeight - ANNOUNCED ? Math.ceil(innerHeight - top) : 0}px`;
    if (style.getPropertyValue('--foot') !== foot) style.setProperty('--foot', foot);
  };
  const observer = new ResizeObserver(keep);
  // the page grows and shrinks with its rows
  for (const part of [bar, document.body]) observer.observe(part);
  for (const moves of MOVES) addEventListener(moves, keep, { passive: true });
  return () => {
    observer.disconnect();
    for (const moves of MOVES) removeEventListener(moves, keep);
    style.removeProperty('--foot');
  };
}
