import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { type Config, readConfig } from '#server/config.ts';

const read = (file: string) => readFileSync(file, 'utf8');

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

test('every relative link leads to a file, and every anchor to a heading', () => {
  const links = PAGES.flatMap((page) => linksOf(page).map((link) => ({ page, link })));
  expect(links.length).toBeGreaterThan(50);
  expect(links.filter(({ page, link }) => !resolves(page, link))).toEqual([]);
});

test('a broken link is found', () => {
  expect(resolves('README.md', 'docs/operations.md#settings')).toBe(true);
  expect(resolves('README.md', 'docs/operations.md#no-such-heading')).toBe(false);
  expect(resolves('docs/operations.md', 'no-such-file.md')).toBe(false);
});

const FILES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .trim()
  .split('\n');
const FOLDERS = new Set(FILES.map((file) => file.split('/')[0]));
/** Files that a command or a person makes, and an example of a new one. */
const NOT_STORED = /^node_modules\/|^dist\/|\/NNNN_|^deploy\/prometheus\/alertmanagers\.yml$/;

test('every file of this repository that a page names in backquotes is there', () => {
  const named = PAGES.flatMap((page) => filesNamedIn(read(page)).map((file) => ({ page, file })));
  expect(named.length).toBeGreaterThan(300);
  expect(named.filter(({ file }) => !isThere(file))).toEqual([]);
});

test.each([
  ['`server/main.ts`, `main.ts`, `book/follow.ts`, `domain/rates`', []],
  ['`e2e/site/no-such.spec.ts` and `no-such.ts`', ['e2e/site/no-such.spec.ts', 'no-such.ts']],
  ['`offers/no-such.ts`, `domain/no-such`', ['offers/no-such.ts', 'domain/no-such']],
  ['`*.routes.ts`, `domain/<noun>/calls.ts`, `text/event-stream`, `Europe/Paris`', []],
])('files of %j that are not there', (text, expected) => {
  expect(filesNamedIn(text).filter((file) => !isThere(file))).toEqual(expected);
});

test('the table of settings has each setting that the server reads, once', () => {
  const names = settings().map(({ name }) => name);
  expect(names.toSorted()).toEqual([...settingsRead()].toSorted());
});

test('the table of settings states the default of each number and flag', () => {
  const config = readConfig({});
  const stated = settings().filter((setting) => /^(\d+|on|off)$/.test(setting.default));
  expect(stated.length).toBeGreaterThan(10);
  for (const { name, default: value } of stated) {
    expect(String(config[keyOf(name)]), name).toBe(value.replace(/^on$/, 'true').replace(/^off$/, 'false'));
  }
});

test('the newest release of the changelog is the version of the package', () => {
  const { version } = JSON.parse(read('package.json'));
  const lock = JSON.parse(read('package-lock.json'));
  expect(/^## \[?(\d+\.\d+\.\d+)/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version);
  expect([lock.version, lock.packages[''].version]).toEqual([version, version]);
});

/** Targets of the Markdown links of a page, other than addresses on the web. */
function linksOf(page: string): string[] {
  const text = read(page).replace(/^ *```.*?^ *```$/gms, '');
  return [...text.matchAll(/\]\(([^()\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^(https?|mailto):/.test(target));
}

/** Names and paths of code files, and paths that begin with a folder of the root. */
function filesNamedIn(text: string): string[] {
  return [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)*)\/?`/g)]
    .map(([, name = '']) => name)
    .filter((name) => /\w\.(tsx?|mjs|css)$/.test(name) || (name.includes('/') && isInFolder(name)))
    .filter((name) => !NOT_STORED.test(name));
}

function isInFolder(name: string): boolean {
  return FOLDERS.has(name.split('/')[0] ?? '');
}

/** The end of a file's path, or the beginning of one, such as a folder. */
function isThere(name: string): boolean {
  return FILES.some((file) => `/${file}`.endsWith(`/${name}`) || /^[/.-]/.test(startAfter(file, name)));
}

function startAfter(file: string, name: string): string {
  return file.startsWith(name) ? file.slice(name.length) : '';
}

function resolves(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const file = path === '' ? page : join(dirname(page), path);
  if (!existsSync(file)) return false;
  return anchor === undefined || anchorsOf(file).includes(anchor);
}

/** Anchors of a page's headings, as GitHub names them. */
function anchorsOf(file: string): string[] {
  return [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function settings(): { name: string; default: string }[] {
  const [, section = ''] = read('docs/operations.md').split(/^## Settings\n/m);
  const [table = ''] = section.split(/^## /m);
  return [...table.matchAll(/^\| `([A-Z_]+)` \| ([^|]*) \|/gm)].map(([, name = '', value = '']) => ({
    name,
    default: value.trim(),
  }));
}

/** Names of the environment variables that the server's configuration reads. */
function settingsRead(): Set<string> {
  const names = new Set<string>();
  const environment = new Proxy<Record<string, string | undefined>>(
    {},
    {
      get(_, name) {
        names.add(String(name));
        return undefined;
      },
    },
  );
  readConfig(environment);
  return names;
}

/** PORT is `port`, RATE_LIMIT is `rateLimit`. */
function keyOf(name: string): keyof Config {
  // checked by the comparison with the default
  return name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()) as keyof Config;
}
