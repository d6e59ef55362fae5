import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Erasure } from './erasures.queries.ts';

const Time = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' });
const Ledger = Type.Object({
  erasures: Type.Array(
    Type.Object({
      kind: Type.Union([
        Type.Literal('lead'),
        Type.Literal('subscription'),
        Type.Literal('mail'),
        Type.Literal('user'),
        Type.Literal('entry'),
        Type.Literal('security_event'),
        Type.Literal('traveller'),
      ]),
      row_id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
      row_at: Time,
      at: Time,
    }),
  ),
});

export function writeLedger(erasures: readonly Erasure[]): string {
  const ledger: Static<typeof Ledger> = {
    erasures: erasures.map(({ kind, rowId, rowAt, at }) => ({
      kind,
      row_id: rowId,
      row_at: rowAt.toISOString(),
      at: at.toISOString(),
    })),
  };
  return `${JSON.stringify(ledger)}\n`;
}

export function readLedger(text: string): Erasure[] | null {
  const ledger = parse(text);
  if (!Value.Check(Ledger, ledger)) return null;
  const erasures = ledger.erasures.map(({ kind, row_id, row_at, at }) => ({
    kind,
    rowId: row_id,
    rowAt: new Date(row_at),
    at: new Date(at),
  }));
  // digits that are no day
  const isWhole = erasures.every(({ rowAt, at }) => Number.isFinite(rowAt.getTime() + at.getTime()));
  return isWhole ? erasures : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
