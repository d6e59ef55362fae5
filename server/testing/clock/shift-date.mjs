/**
 * Moves `Date` by so many milliseconds: it goes on from there, and timers, which count and read no date, stay as they are.
 * Self-contained: pages are given its text.
 *
 * @param {number} offset
 */
export function shiftDate(offset) {
  const True = globalThis.Date;
  const now = () => True.now() + offset;
  function Shifted(...given) {
    if (!new.target) return new True(now()).toString();
    // the same prototype: what the platform makes is an instance of it, too
    return Reflect.construct(
      True,
      given.length === 0 ? [now()] : given,
      new.target === Shifted ? True : new.target,
    );
  }
  Object.setPrototypeOf(Shifted, True);
  Object.defineProperties(Shifted, {
    name: { value: 'Date' },
    length: { value: True.length },
    prototype: { value: True.prototype },
    now: { value: now, writable: true, configurable: true },
    parse: { value: True.parse, writable: true, configurable: true },
    UTC: { value: True.UTC, writable: true, configurable: true },
  });
  True.prototype.constructor = Shifted;
  globalThis.Date = Shifted;
}
