import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MEDIA } from '#web/shared/ui/breakpoints.ts';

const media = readFileSync(new URL('../shared/media.css', import.meta.url), 'utf8');

test.each(Object.entries(MEDIA))('%s is the same in components and styles', (name, query) => {
  expect(media).toContain(`@custom-media ${name} ${query};`);
});
