import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { fillPage } from './pages.ts';

test('the page of the office names the image host of the settings', async () => {
  const html = await readFile('web/office/index.html', 'utf8');
  const config = readConfig({ STATIC_IMAGES_URL: 'https://images.example/parite/' });
  expect(fillPage(html, config)).toContain(
    '<meta name="images-url" content="https://images.example/parite" />',
  );
});
