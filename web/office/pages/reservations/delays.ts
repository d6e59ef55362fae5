import type { ListRange } from '#domain/iam/company-scope.ts';
import type { Me } from '#domain/iam/me.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { mayEdit } from '../../reservations/waiting.ts';

/** Minutes that the user's company needs to provide notes, by pickup mode. null: unknown. */
export type Delays = Readonly<Partial<Record<string, number>>> | null;

export async function readDelays(user: Me, scope: ListRange, signal: AbortSignal): Promise<Delays> {
  if (scope !== 'own' || !mayEdit(user)) return null;
  try {
    const { terms } = await call('GET /api/reservations/terms', { signal });
    return Object.fromEntries(Object.entries(terms.modes).map(([mode, own]) => [mode, own.delay_minutes]));
  } catch (error) {
    // only later hours are then offered
    if (!(error instanceof ApiFailure)) throw error;
    return null;
  }
}
