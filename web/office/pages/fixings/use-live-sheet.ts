import { useEvents } from '../../use-events.ts';
import { rereadSheet } from './sheet-calls.ts';

export function useLiveSheet(): void {
  useEvents({ address: '/api/fixings/events', name: 'fixings', onEvent: () => void rereadSheet() });
}
