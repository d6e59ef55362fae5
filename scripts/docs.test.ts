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
