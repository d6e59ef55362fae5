import { expect, test, vi } from 'vitest';

test('pictures of companies and currencies come from the image host, by logo or code, as png', async () => {
  document.head.innerHTML = '<meta name="images-url" content="https://images.example/parite" />';
  // the address is read once, as the script starts
  vi.resetModules();
  const { imageUrl } = await import('./images.ts');
  expect(imageUrl('companies', 'zephyr')).toBe('https://images.example/parite/companies/zephyr.png');
  expect(imageUrl('currencies', 'USD')).toBe('https://images.example/parite/currencies/USD.png');
});
