// Plugin of Stryker that runs a draw of the mutants, the lowest ranks of each folder.
import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const SEED = 2026;
/** Mutants drawn of each folder. */
export const DRAWN = 40;

/** The folder of a file, as the proof counts by. */
export function folderOf(file) {
  const [top, second, third] = file.split('/');
  return second === 'features' ? `${top}/${second}/${third}` : `${top}/${second}`;
}

/** Rank of a mutant in its folder. Without its line, so that an edit above it draws no other. */
function rankOf(file, { mutatorName, replacement, location: { start } }) {
  const words = [SEED, file, mutatorName, replacement, start.column];
  return createHash('sha256').update(words.join('\n')).digest('hex');
}

/** Checker that refuses what is not drawn as one of types refuses what does not compile. */
class Draw {
  #drawn = new Set();

  async init() {}

  /** Called once, with every mutant that is not static alone, in the process that calls check. */
  async group(mutants) {
    const ranked = mutants
      .map((mutant) => ({ mutant, file: relative(ROOT, mutant.fileName) }))
      .map(({ mutant, file }) => ({ id: mutant.id, folder: folderOf(file), rank: rankOf(file, mutant) }))
      .toSorted((one, other) => (one.rank < other.rank ? -1 : 1));
    for (const drawn of Map.groupBy(ranked, ({ folder }) => folder).values()) {
      for (const { id } of drawn.slice(0, DRAWN)) this.#drawn.add(id);
    }
    return [ranked.map(({ id }) => id)];
  }

  async check(mutants) {
    return Object.fromEntries(
      mutants.map(({ id }) => [
        id,
        this.#drawn.has(id) ? { status: 'passed' } : { status: 'compileError', reason: 'not drawn' },
      ]),
    );
  }
}

export const strykerPlugins = [{ kind: 'Checker', name: 'draw', value: new Draw() }];
