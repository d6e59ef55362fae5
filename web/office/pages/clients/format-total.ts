import type { Client } from '#domain/clients/client.ts';
import { centsOf } from '#domain/money/cents.ts';
import { formatAmount } from '#domain/money/format.ts';

export function formatTotal({ currency, side, amount }: Client['totals'][number]): string {
  return `${formatAmount(currency, centsOf(amount) ?? 0)} ${side === 'sale' ? 'vendus' : 'achetés'}`;
}
