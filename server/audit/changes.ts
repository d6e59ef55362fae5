import type { Changes } from './audit.queries.ts';

/** The fields of `after` that are not what they were in `before`; all of them when there was nothing. */
export function changesOf<T extends Record<string, unknown>>(before: T | null, after: T): Changes {
  return Object.fromEntries(
    Object.entries(after)
      .map(([field, value]): [string, [unknown, unknown]] => [field, [before?.[field] ?? null, value]])
      .filter(([, [was, is]]) => JSON.stringify(was) !== JSON.stringify(is)),
  );
}
