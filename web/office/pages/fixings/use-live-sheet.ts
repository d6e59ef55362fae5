import { useEvents } from '../../use-events.ts';
import { rereadSheet } from './sheet-calls.ts';

/** Follows what colleagues publish, while the sheet is on the screen: each time, the sheet is read again. */
export function useLiveSheet(): void {
  useEvents({ address: '/api/fixings/events', name: 'fixings', onEvent: () => void rereadSheet() });
}
