import type { AuditAction } from '#domain/audit/audit.ts';
import type { Db } from '../../db/open.ts';
import type { Act } from '../../http/actor.ts';
import { insertAuditEntry } from './audit.queries.ts';

/** What each field was, and became. */
export type Changes = Record<string, [before: unknown, after: unknown]>;

/** Writes an act down, in the transaction of the act itself: both are kept, or neither. */
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

/** The fields of `after` that are not what they were in `before`; all of them when there was nothing. */
export function changesOf<T extends Record<string, unknown>>(before: T | null, after: T): Changes {
  return Object.fromEntries(
    Object.entries(after)
      .map(([field, value]): [string, [unknown, unknown]] => [field, [before?.[field] ?? null, value]])
      .filter(([, [was, is]]) => JSON.stringify(was) !== JSON.stringify(is)),
  );
}
