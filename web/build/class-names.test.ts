import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';

test.each(['site', 'office'])('no two style sheets of the pages of %s share a name', (host) => {
  const files = [`web/${host}/**/*.module.css`, 'web/shared/**/*.module.css'].flatMap((glob) =>
    globSync(glob, { cwd: new URL('../..', import.meta.url) }),
  );
  expect(files.length).toBeGreaterThan(10);
  const names = files.map((file) => basename(file));
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
});
