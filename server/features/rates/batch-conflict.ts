import type { BatchConflict } from '#domain/sheets/batch.ts';

export function createBatchConflict(
  outcome: string,
  conflicts: BatchConflict['conflicts'],
  moved: readonly string[],
): BatchConflict {
  const what =
    moved.length === 1
      ? `le taux de la devise ${moved[0]} a changé entre-temps`
      : `${moved.length} taux ont changé entre-temps (${moved.join(', ')})`;
  return { message: `${outcome} : ${what}.`, code: 'fixings_changed', conflicts };
}
