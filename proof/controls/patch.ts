/** Patches that take one control away each: a header, an empty line and a unified diff. */

type Hunk = { file: string; before: string; after: string };

export type ControlPatch = {
  /** Name of its file, a requirement with an optional word: `2.4.1-codes`. */
  name: string;
  requirement: string;
  test: string;
  /** Pattern of the names of tests that run, of a long file. */
  filter: string | null;
  hunks: readonly Hunk[];
};

export function parsePatch(name: string, text: string): ControlPatch {
  const at = text.indexOf('\n\n');
  const header = new Map(
    text
      .slice(0, at)
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const test = header.get('Test');
  const hunks = readHunks(text.slice(at + 2));
  if (at < 0 || !test || hunks.length === 0) throw new Error(`${name}.patch has no test or no hunk`);
  return { name, requirement: name.replace(/-.*$/, ''), test, filter: header.get('Only') ?? null, hunks };
}

function readHunks(diff: string): Hunk[] {
  const hunks: Hunk[] = [];
  let file = '';
  for (const line of diff.trimEnd().split('\n')) {
    const hunk = hunks.at(-1);
    if (line.startsWith('--- ')) continue;
    if (line.startsWith('+++ b/')) file = line.slice('+++ b/'.length);
    else if (line.startsWith('@@')) hunks.push({ file, before: '', after: '' });
    else if (hunk) {
      if (!line.startsWith('+')) hunk.before += `${line.slice(1)}\n`;
      if (!line.startsWith('-')) hunk.after += `${line.slice(1)}\n`;
    }
  }
  return hunks;
}

/** Contents of the changed files by path. Throws where a hunk stands nowhere in its file, or twice. */
export function applyPatch(
  { name, hunks }: ControlPatch,
  read: (file: string) => string,
): Map<string, string> {
  const changed = new Map<string, string>();
  for (const { file, before, after } of hunks) {
    const text = changed.get(file) ?? read(file);
    const at = `\n${text}`.indexOf(`\n${before}`);
    if (at < 0) throw new Error(`${name}.patch no longer applies to ${file}`);
    if (`\n${text}`.indexOf(`\n${before}`, at + 1) >= 0) throw new Error(`${name}.patch fits ${file} twice`);
    changed.set(file, text.slice(0, at) + after + text.slice(at + before.length));
  }
  return changed;
}
