// Texts of files with all of their mutants, of which one at a time is active.
import { readFile } from 'node:fs/promises';
import { Instrumenter } from '@stryker-mutator/instrumenter';

const silent = { debug() {}, info() {}, isDebugEnabled: () => false };
const OPTIONS = { plugins: null, excludedMutations: [], ignorers: [] };

// Stryker's test of the one active mutant, and a test of several.
const ONE = 'ns.activeMutant === id';
const SEVERAL = 'ns.activeMutants?.has(id)';

/** Mutants, and the texts by the absolute path of their file. */
export async function instrument(names) {
  const files = await Promise.all(
    names.map(async (name) => ({ name, content: await readFile(name, 'utf8'), mutate: true })),
  );
  const { files: changed, mutants } = await new Instrumenter(silent).instrument(files, OPTIONS);
  return { mutants, texts: new Map(changed.map(({ name, content }) => [name, activateSeveral(content)])) };
}

function activateSeveral(text) {
  const changed = text.replace(ONE, SEVERAL);
  if (changed === text && text.includes('activeMutant'))
    throw new Error(`No text of Stryker’s is « ${ONE} »`);
  return changed;
}
