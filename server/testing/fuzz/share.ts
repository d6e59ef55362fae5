import { api, type CallName } from '#domain/api.ts';

const names = Object.keys(api) as CallName[];
// A call that reads its body by itself.
const OWN_READER: CallName = 'POST /api/public/offers';

// Share of hostile inputs of a call, others at the next one: one reader of bodies, one check and one driver stand behind
// all calls. A call with a reader or a limit of its own is given all of them, and in the proof each call is.
export function shareOf<T>(all: readonly T[], name: CallName, count: number): readonly T[] {
  const isOwn = name === OWN_READER || 'maxBytes' in api[name];
  if (isOwn || process.env.FUZZ_RUNS !== undefined) return all;
  const first = names.indexOf(name) * count;
  return Array.from({ length: count }, (_, i) => all[(first + i) % all.length] as T);
}
