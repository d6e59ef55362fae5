/** Runs `act` at once, and again at the end of the pause if asked within it. `stop` cancels the pending run. */
export function atMostEvery(pause: number, act: () => void): { ask: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsked = false;
  function ask() {
    if (timer !== undefined) {
      isAsked = true;
      return;
    }
    timer = setTimeout(() => {
      timer = undefined;
      if (!isAsked) return;
      isAsked = false;
      ask();
    }, pause);
    act();
  }
  function stop() {
    clearTimeout(timer);
    timer = undefined;
    isAsked = false;
  }
  return { ask, stop };
}
