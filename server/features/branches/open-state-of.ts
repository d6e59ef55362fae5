import type { OpenState } from '#domain/branches/branch.ts';
import { openStateAt, type Span, spansOf } from '#domain/branches/open-state.ts';
import type { BookBranch, Opening, Openings } from '../../rate-book/rate-book.ts';

/** When a branch is open, for as long as neither it nor its opening times are other ones. */
const known = new WeakMap<BookBranch, { opening: Opening; spans: readonly Span[] }>();

/** Null: it has not said its hours, or they are not computed yet. */
export function openStateOf(
  branch: BookBranch | undefined,
  openings: Openings,
  now: number,
): OpenState | null {
  const opening = openings.get(branch?.openingKey ?? '');
  if (!branch || !opening) return null;
  let of = known.get(branch);
  if (of?.opening !== opening) {
    of = { opening, spans: spansOf(opening.stretches, branch.closures) };
    known.set(branch, of);
  }
  return openStateAt(of.spans, now, branch.timeZone, opening.until);
}
