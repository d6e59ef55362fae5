/** Runs `act` at once, and again at the end of the pause if asked within it. `stop` cancels the pending run. */
export function throttle(pause: number, act: () => void): { ask: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPending = false;
  function ask() {
    if (timer !== undefined) {
      isPending = true;
      return;
    }
    timer = setTimeout(() => {
      timer = undefined;
      if (!isPending) return;
      isPending = false;
      ask();
    }, pause);
    act();
  }
  function stop() {
    clearTimeout(timer);
    timer = undefined;
    isPending = false;
  }
  return { ask, stop };
}
