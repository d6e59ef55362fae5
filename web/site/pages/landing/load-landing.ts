import type { Currency } from '#domain/currencies/currency.ts';
import { call } from '#web/shared/api/client.ts';

export type LandingData = { currencies: Currency[] };

export async function loadLanding({ request }: { request: Request }): Promise<LandingData> {
  return { currencies: await call('GET /api/public/currencies', { signal: request.signal }) };
}
