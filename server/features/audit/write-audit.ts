import type { AuditAction } from '#domain/audit/audit.ts';
import type { Db } from '../../db/open.ts';
import type { Act } from '../../http/actor.ts';
import { insertAuditEntry } from './audit.queries.ts';

export type Changes = Record<string, [before: unknown, after: unknown]>;

/** Inserts an entry in the transaction of its act, so that both are stored or neither. */
export async function writeAudit(
  trx: Db,
  { by, at }: Act,
  entry: {
    action: AuditAction;
    companyId?: number | null;
    subjectUserId?: number;
    changes: Changes;
  },
): Promise<void> {
  await insertAuditEntry(trx, {
    at,
    user_id: by.userId,
    action: entry.action,
    company_id: entry.companyId ?? null,
    subject_user_id: entry.subjectUserId ?? null,
    changes: JSON.stringify(entry.changes),
  });
}

export function changesOf<T extends Record<string, unknown>>(before: T | null, after: T): Changes {
  return Object.fromEntries(
    Object.entries(after)
      .map(([field, value]): [string, [unknown, unknown]] => [field, [before?.[field] ?? null, value]])
      .filter(([, [was, is]]) => JSON.stringify(was) !== JSON.stringify(is)),
  );
}
