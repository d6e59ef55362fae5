import type { Company } from '#domain/companies/company.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';

export async function findCompany(id: string, signal: AbortSignal): Promise<Company | null> {
  if (!/^\d{1,9}$/.test(id)) return null;
  try {
    return await call('GET /api/companies/{id}', { signal, params: { id } });
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return null;
    throw error;
  }
}
