import type { OpenState } from '#domain/branches/branch.ts';
import { openStateAt, type Span, spansOf, stateAt } from '#domain/branches/open-state.ts';
import type { BookBranch, Opening, Openings } from './rate-book.ts';

/**
 * Open state of a branch at an instant in milliseconds since 1970. null: unknown hours, or not computed for
 * that time.
 */
export function openStateOf(
  branch: BookBranch | undefined,
  openings: Openings,
  now: number,
): OpenState | null {
  const opening = branch && openingAt(branch, openings, now);
  return opening
    ? openStateAt(spansIn(branch, opening), now, branch.timeZone, {
        until: opening.until,
        usual: opening.stretches,
      })
    : null;
}

export function isOpenAt(branch: BookBranch, openings: Openings, at: number): boolean {
  const opening = openingAt(branch, openings, at);
  return opening !== null && stateAt(spansIn(branch, opening), at, opening.until).is_open;
}

function openingAt({ openingKey }: BookBranch, openings: Openings, at: number): Opening | null {
  const opening = openingKey === null ? undefined : openings.get(openingKey);
  return opening && at < opening.until ? opening : null;
}

/** Cached spans of a branch, valid for one object of opening times. */
const known = new WeakMap<BookBranch, { opening: Opening; spans: readonly Span[] }>();

function spansIn(branch: BookBranch, opening: Opening): readonly Span[] {
  const cached = known.get(branch);
  if (cached?.opening === opening) return cached.spans;
  const spans = spansOf(opening.stretches, branch.closures, branch.timeZone);
  known.set(branch, { opening, spans });
  return spans;
}
