/** Rows of docs/security.md: numbers of requirements and the tests that hold them. */

export type SecurityRow = {
  /** First cell, without its level. */
  label: string;
  numbers: readonly string[];
  /** Paths of test files. */
  tests: readonly string[];
  /** Reason of a row without a test. null: it has tests. */
  exemption: string | null;
};

const REQUIREMENT = /^\d+\.\d+(?:\.\d+)?\b/;
const TEST_FILE = /`((?:\w[\w-]*\/)+[\w.-]+\.(?:test|spec)\.tsx?)`/g;

export function readSecurityRows(page: string): SecurityRow[] {
  return page.split('\n').flatMap((line) => {
    const [label = '', , , tests = ''] = line.split(/(?:^| )\|(?: |$)/).slice(1);
    if (!line.startsWith('| ') || !REQUIREMENT.test(label)) return [];
    const files = [...tests.matchAll(TEST_FILE)].map(([, file = '']) => file);
    const name = label.replace(/ \(.*\)$/, '');
    return [
      {
        label: name,
        numbers: listNumbers(name),
        tests: files,
        exemption: files.length > 0 ? null : tests.replace(/^-:?\s*/, '').trim(),
      },
    ];
  });
}

/** Numbers of `3.3.1 to 3.3.4`, of `1.2.1, 1.2.2` or of both. */
function listNumbers(label: string): string[] {
  return label.split(', ').flatMap((part) => {
    const [from = '', to] = part.split(' to ');
    if (to === undefined) return [from];
    const chapter = from.slice(0, from.lastIndexOf('.') + 1);
    const [first, last] = [from, to].map((number) => Number(number.slice(chapter.length)));
    if (first === undefined || last === undefined) return [from];
    return Array.from({ length: last - first + 1 }, (_, i) => `${chapter}${first + i}`);
  });
}
