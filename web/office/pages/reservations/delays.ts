import type { Whose } from '#domain/iam/company-scope.ts';
import type { Me } from '#domain/iam/me.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { mayEdit } from '../../reservations/waiting.ts';

/** In how many minutes the own bureau has the notes there, by how they are collected; null: not known. */
export type Delays = Readonly<Partial<Record<string, number>>> | null;

export async function readDelays(user: Me, whose: Whose, signal: AbortSignal): Promise<Delays> {
  if (whose !== 'own' || !mayEdit(user)) return null;
  try {
    const { terms } = await call('GET /api/reservations/terms', { signal });
    return Object.fromEntries(Object.entries(terms.modes).map(([mode, own]) => [mode, own.delay_minutes]));
  } catch (error) {
    // only later hours are offered then
    if (!(error instanceof ApiFailure)) throw error;
    return null;
  }
}
