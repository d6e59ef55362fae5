import type { HttpError } from './http-error.ts';

function violatedConstraint(error: unknown): string | undefined {
  // class 23 of SQLSTATE: integrity constraint violation
  if (!(error instanceof Error) || !('code' in error) || !String(error.code).startsWith('23'))
    return undefined;
  return 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : undefined;
}

export async function refuseConflicts<T>(
  conflicts: Readonly<Record<string, () => HttpError>>,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw conflicts[violatedConstraint(error) ?? '']?.() ?? error;
  }
}
