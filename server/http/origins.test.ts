import { expect, test } from 'vitest';
import { createSiteResolver } from './company-site.ts';
import { officeOrigin, siteOrigin } from './origins.ts';

const hosts = { publicHost: 'parite.example', backofficeHost: 'pro.parite.example', trustProxy: false };

test.each([
  [80, false, 'http://parite.example', 'http://pro.parite.example'],
  [3000, false, 'http://parite.example:3000', 'http://pro.parite.example:3000'],
  [3000, true, 'https://parite.example', 'https://pro.parite.example'],
])('origins of port %d, behind a proxy: %s', (port, trustProxy, site, office) => {
  const config = { ...hosts, port, trustProxy };
  expect([siteOrigin(config), officeOrigin(config)]).toEqual([site, office]);
});

test('a demonstration leads to a page of its own in place of a fictional site alone', () => {
  const sites = ['https://quais.example', 'https://quais.example/taux', 'https://quais.fr', 'quais.example'];
  const resolve = createSiteResolver({ ...hosts, port: 80, demo: true });
  expect(sites.map(resolve)).toEqual([
    expect.stringMatching(/^http:\/\/parite\.example\/.*quais\.example$/),
    expect.stringMatching(/^http:\/\/parite\.example\/.*quais\.example\/taux$/),
    'https://quais.fr',
    'quais.example',
  ]);
  expect(sites.map(createSiteResolver({ ...hosts, port: 80, demo: false }))).toEqual(sites);
});
