import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { fillPage } from './pages.ts';

test.each(['site', 'office'])('the page of the %s names the image host of the settings', async (bundle) => {
  const html = await readFile(`web/${bundle}/index.html`, 'utf8');
  const config = readConfig({ STATIC_IMAGES_URL: 'https://images.example/parite/' });
  expect(fillPage(html, config)).toContain(
    '<meta name="images-url" content="https://images.example/parite" />',
  );
});
