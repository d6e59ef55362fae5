import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { demonstrationText } from './house-page.ts';
import { fillPage } from './pages.ts';

test('the page of the office names the image host of the settings', async () => {
  const html = await readFile('web/office/index.html', 'utf8');
  const config = readConfig({ STATIC_IMAGES_URL: 'https://images.example/parite/' });
  expect(fillPage(html, config)).toContain(
    '<meta name="images-url" content="https://images.example/parite" />',
  );
});

test.each([
  [{ demo: true, fictional: 9 }, /^Démonstration : bureaux fictifs$/],
  [{ demo: false, fictional: 9 }, /^9 .*, aux taux fictifs$/],
])('of %j a page says that it is fictional', (config, text) => {
  expect(demonstrationText(config)).toMatch(text);
});

test('a page of real companies alone says nothing of fiction', async () => {
  expect(demonstrationText({ demo: false, fictional: 0 })).toBeNull();
  const html = await readFile('web/office/index.html', 'utf8');
  const real = { ...readConfig({ DEMO: 'off' }), fictional: 0 };
  expect(fillPage(html, real)).not.toContain('<aside');
  expect(fillPage(html, { ...real, demo: true })).toContain('</aside><div id="root">');
});
