import type { HttpError } from './http-error.ts';

/** The constraint that a statement would have broken; undefined when it failed for another reason. */
function violatedConstraint(error: unknown): string | undefined {
  // class 23 of SQLSTATE: integrity constraint violation
  if (!(error instanceof Error) || !('code' in error) || !String(error.code).startsWith('23'))
    return undefined;
  return 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : undefined;
}

/** Runs a write. Where it breaks one of these constraints, throws what is said of it to a person. */
export async function sayingConflicts<T>(
  conflicts: Readonly<Record<string, () => HttpError>>,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw conflicts[violatedConstraint(error) ?? '']?.() ?? error;
  }
}
