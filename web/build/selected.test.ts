import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../..', import.meta.url);
/** Rules of what is chosen among others, without a nested block. */
const CHOSEN = /([^{};]*\[aria-(?:current|pressed|selected)[^\]]*\])\s*\{([^{}]*)\}/g;
const COLOURS = /(?<![\w-])(background|color|border(?:-bottom)?-color): ([^;]+);/g;
// dark in both schemes; forced colours have the system's
const APART = ['web/office/layout/SideMenu.module.css'];

test('what is chosen among others looks alike everywhere', () => {
  const files = globSync('web/{office,site,shared,pages}/**/*.css', { cwd: root });
  const others: string[] = [];
  let count = 0;
  for (const file of files.filter((name) => !APART.includes(name))) {
    const text = readFileSync(new URL(file, root), 'utf8');
    for (const [, selector = '', body = ''] of text.matchAll(CHOSEN)) {
      for (const [, property, value = ''] of body.matchAll(COLOURS)) {
        count += 1;
        if (!value.startsWith('var(--selected')) others.push(`${file}${selector} ${property}: ${value}`);
      }
    }
  }
  expect(count).toBeGreaterThan(10);
  expect(others).toEqual([]);
});
