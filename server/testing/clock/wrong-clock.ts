const DAY = 24 * 60 * 60_000;

const shifted = (days: number) => `
  const True = Date;
  const off = ${days * DAY};
  globalThis.Date = class extends True {
    constructor(...given) { given.length === 0 ? super(True.now() + off) : super(...given); }
    static now() { return True.now() + off; }
  };`;

// settings of an instance whose own clock is wrong
export function wrongClock(days: number): { NODE_OPTIONS: string } {
  const preload = `--import data:text/javascript,${encodeURIComponent(shifted(days))}`;
  return { NODE_OPTIONS: [process.env.NODE_OPTIONS, preload].filter(Boolean).join(' ') };
}
