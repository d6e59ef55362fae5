import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { AccessibilityPage } from './AccessibilityPage.tsx';

const E2E = join(import.meta.dirname, '../../../../e2e');
const markup = renderToStaticMarkup(
  <MemoryRouter>
    <AccessibilityPage />
  </MemoryRouter>,
);
const text = markup.replace(/<[^>]+>/g, ' ').replace(/[\s\u00a0]+/g, ' ');

/** Claims of the page, each with the tests that hold it. */
const TESTED: [sentence: string, tests: [file: string, test: string][]][] = [
  [
    'L’outil axe examine chaque type de page et ses principaux états',
    [
      ['audit.ts', 'axe.run('],
      ['site/accessibility.spec.ts', 'the first screen, where axe finds nothing'],
      ['site/offer-list.spec.ts', 'await expectAccessible(page)'],
      ['site/legal.spec.ts', 'nothing is cut and axe finds nothing on the legal pages'],
      ['site/blog.spec.ts', 'nothing is cut and axe finds nothing on the blog'],
      ['site/article.spec.ts', 'axe finds nothing on an article'],
      ['site/booking.spec.ts', 'auditBothWidths(page)'],
    ],
  ],
  ['avec les règles WCAG 2.2 A et AA', [['audit.ts', "'wcag22aa'"]]],
  ['contraste d’au moins 3 pour 1', [['audit.ts', 'by 3:1']]],
  [
    'Comparer, chercher un lieu, choisir un bureau et réserver se font au clavier seul',
    [
      ['site/comparator.spec.ts', 'keyboard alone compares and chooses'],
      ['site/door-by-keyboard.spec.ts', '500, a commune, by keyboard'],
      ['site/joined.spec.ts', 'asked for by the keyboard alone'],
    ],
  ],
  [
    'Le titre, le focus et le défilement suivent le changement de page',
    [
      ['site/routes.spec.ts', 'title, focus and scroll are those of the new page'],
      ['site/results.spec.ts', 'the focus after a search, and what is announced'],
    ],
  ],
  [
    'À 320 pixels de large, comme avec un zoom de 400 %',
    [
      ['audit.ts', 'isMobile ? [320, 360]'],
      ['site/accessibility.spec.ts', 'nothing is cut or scrolls sideways'],
    ],
  ],
  [
    'Avec un texte deux fois plus grand, tout se lit encore en entier',
    [['site/large-text.spec.ts', 'with text at 200 % nothing is cut']],
  ],
];

test.each(TESTED)('“%s” is tested', (sentence, tests) => {
  expect(text).toContain(sentence);
  for (const [file, words] of tests) expect(readFileSync(join(E2E, file), 'utf8'), file).toContain(words);
});

test('every claim of a test is listed above', () => {
  const [, list = ''] = /Les tests passés<\/h2>.*?<ul>(.*?)<\/ul>/s.exec(markup) ?? [];
  const claims = [...list.matchAll(/<li>(.*?)<\/li>/gs)].map(([, words = '']) =>
    words.replace(/[\s\u00a0]+/g, ' '),
  );
  expect(claims).toHaveLength(6);
  for (const claim of claims)
    expect(
      TESTED.some(([sentence]) => claim.includes(sentence)),
      claim,
    ).toBe(true);
});

test('no browser but Chromium is claimed', () => {
  const devices = [
    ...readFileSync(join(E2E, '../playwright.config.ts'), 'utf8').matchAll(/devices\['([^']+)'\]/g),
  ];
  expect(new Set(devices.map(([, name]) => name))).toEqual(new Set(['Pixel 7', 'Desktop Chrome']));
  expect(text).toContain('dans le navigateur Chromium');
  expect(text).toContain('Les tests dans d’autres navigateurs que Chromium');
});

test.each([
  'non conforme au référentiel général d’amélioration de l’accessibilité (RGAA), version 4.1',
  'faute d’audit en cours de validité',
  'Indiquez-nous la page et l’obstacle',
  'Défenseur des droits, Libre réponse 71120, 75342 Paris CEDEX 07',
])('“%s”', (sentence) => {
  expect(text).toContain(sentence);
});

test.each([
  'https://formulaire.defenseurdesdroits.fr/',
  'https://www.defenseurdesdroits.fr/saisir/delegues',
])('a complaint may go to %s', (address) => {
  expect(markup).toContain(`href="${address}"`);
});
