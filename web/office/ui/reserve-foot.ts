const MOVES = ['scroll', 'resize'];
const ANNOUNCEMENT_PX = 120;

/** Reserves the height of a bar at the window's foot, so that announcements stand above it. */
export function reserveFoot(bar: HTMLElement | null) {
  if (!bar) return;
  const { style } = document.documentElement;
  const reserve = () => {
    const { top, bottom } = bar.getBoundingClientRect();
    const foot = `${bottom > innerHeight - ANNOUNCEMENT_PX ? Math.ceil(innerHeight - top) : 0}px`;
    if (style.getPropertyValue('--foot') !== foot) style.setProperty('--foot', foot);
  };
  const observer = new ResizeObserver(reserve);
  // the page grows and shrinks with its rows
  for (const part of [bar, document.body]) observer.observe(part);
  for (const moves of MOVES) addEventListener(moves, reserve, { passive: true });
  return () => {
    observer.disconnect();
    for (const moves of MOVES) removeEventListener(moves, reserve);
    style.removeProperty('--foot');
  };
}
