import type { ClockState, MeasuredTime } from '../../process/measured-time.ts';

export function timeAt(now: () => Date, state: () => ClockState = () => 'ok'): MeasuredTime {
  return { now, offset: () => now().getTime() - Date.now(), state };
}
