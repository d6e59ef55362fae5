// clocks of two machines that the network keeps right differ by less
const MAX_OFFSET_MS = 60_000;
// three measures of another instance
const AGREED_FOR_MS = 90_000;

// disputed: nobody knows whether this machine's clock or the database's is wrong
export type ClockState = 'ok' | 'wrong' | 'disputed';

export interface MeasuredTime {
  now(): Date;
  // milliseconds of the database's time ahead of this machine's clock
  offset(): number;
  state(): ClockState;
}

export function isRightClock(at: Date): boolean {
  return Math.abs(at.getTime() - Date.now()) <= MAX_OFFSET_MS;
}

// `agreedAt`: when another instance last found its own clock right
export function openMeasuredTime(log?: {
  warn(fields: object, message: string): void;
}): MeasuredTime & { measure(at: Date, agreedAt: Date | null): void } {
  let offset = 0;
  let agreedAt: Date | null = null;
  let before: ClockState = 'ok';
  const now = () => new Date(Date.now() + offset);

  function state(): ClockState {
    if (Math.abs(offset) <= MAX_OFFSET_MS) return 'ok';
    const isAgreed = agreedAt !== null && now().getTime() - agreedAt.getTime() <= AGREED_FOR_MS;
    return isAgreed ? 'wrong' : 'disputed';
  }

  return {
    now,
    offset: () => offset,
    state,
    measure(at, agreed) {
      offset = at.getTime() - Date.now();
      agreedAt = agreed;
      const clock = state();
      if (clock !== before && clock !== 'ok') {
        log?.warn({ clock, offset }, 'the clock of this machine is not that of the database');
      }
      before = clock;
    },
  };
}
