import type { Company } from '#domain/companies/company.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';

/** The bureau of a number as an address has it; null when none has it. */
export async function findCompany(id: string, signal: AbortSignal): Promise<Company | null> {
  if (!/^\d{1,9}$/.test(id)) return null;
  try {
    return await call('GET /api/companies/{id}', { signal, params: { id } });
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return null;
    throw error;
  }
}
