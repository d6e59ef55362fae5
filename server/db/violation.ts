/** The constraint that a statement would have broken; undefined when it failed for another reason. */
export function violatedConstraint(error: unknown): string | undefined {
  // class 23 of SQLSTATE: integrity constraint violation
  if (!(error instanceof Error) || !('code' in error) || !String(error.code).startsWith('23'))
    return undefined;
  return 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : undefined;
}
