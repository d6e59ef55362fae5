import { expect, test } from 'vitest';
import { ConfigError, readConfig } from '../config.ts';
import { openRenderer } from '../http/renderer.ts';
import { PUBLISHED } from '../testing/published.ts';

const OPEN = {
  DATABASE_URL: 'postgres://parite@db/parite',
  SECRET: 'of-a-test-and-of-nothing-else-0123456789',
  PUBLIC_HOST: 'juste-taux.fr',
  BACKOFFICE_HOST: 'bureaux.juste-taux.fr',
};

function sentencesOf(env: Record<string, string>, options?: { shows: boolean }): readonly string[] {
  try {
    readConfig(env, options);
  } catch (error) {
    if (error instanceof ConfigError) return error.sentences;
    throw error;
  }
  return [];
}

test('a publisher has all its data, the register only if there is one', () => {
  const named = { name: 'Au Juste Taux SAS', director: 'Hélène Morvan', registration: '' };
  expect(readConfig({ ...OPEN, ...PUBLISHED }).publisher).toMatchObject(named);
  const registered = { ...OPEN, ...PUBLISHED, PUBLISHER_REGISTRATION: 'RCS Lyon 123 456 789' };
  expect(readConfig(registered).publisher?.registration).toBe('RCS Lyon 123 456 789');
});

test('a public instance requires the publisher, and names every missing setting', () => {
  expect(sentencesOf(OPEN).map((sentence) => sentence.split(' ')[0])).toEqual(Object.keys(PUBLISHED));
  for (const name of Object.keys(PUBLISHED)) {
    const sentences = sentencesOf({ ...OPEN, ...PUBLISHED, [name]: '  ' });
    expect(sentences).toEqual([expect.stringMatching(new RegExp(`^${name} est demandé`))]);
  }
});

test('a demonstration and an instance on loopback need none; an incomplete one is refused', () => {
  const { PUBLIC_HOST: _public, BACKOFFICE_HOST: _office, ...local } = OPEN;
  for (const env of [{}, local, { ...OPEN, DEMO: 'on' }]) expect(readConfig(env).publisher).toBeNull();
  expect(readConfig({ ...OPEN, ...PUBLISHED, DEMO: 'on' }).publisher?.name).toBe('Au Juste Taux SAS');
  expect(sentencesOf({ PUBLISHER_NAME: 'Au Juste Taux SAS' })).toHaveLength(7);
});

test('a command needs none, and refuses an invalid one', () => {
  expect(sentencesOf(OPEN, { shows: false })).toEqual([]);
  expect(sentencesOf({ ...OPEN, PUBLISHER_EMAIL: 'non' }, { shows: false }).join()).toContain(
    'PUBLISHER_EMAIL doit être une adresse e-mail : « non ».',
  );
});

test.each([
  ['PUBLISHER_EMAIL', 'bonjour'],
  ['PUBLISHER_PHONE', 'demain'],
  ['PUBLISHER_NAME', '…'],
  ['PUBLISHER_ADDRESS', 'rue\u202eliam'],
  ['PUBLISHER_HOST', 'h'.repeat(301)],
])('%s=%j is refused by its name', (name, value) => {
  expect(sentencesOf({ ...OPEN, ...PUBLISHED, [name]: value })).toEqual([
    expect.stringMatching(new RegExp(`^${name} doit`)),
  ]);
});

test('the site’s page contains the publisher, for any text', async () => {
  const PUBLISHER_NAME = `"><script>alert('$&')</script>`;
  const config = readConfig({ ...OPEN, ...PUBLISHED, PUBLISHER_NAME });
  // needs dist/render, which `npm test` builds
  const renderer = await openRenderer(config);
  const currencies = ['EUR', 'USD'].map((code) => ({ code, label: code, rate: 1, at: '', source: '' }));
  const filled = renderer?.render({
    path: '/',
    isIndexed: true,
    today: '2026-11-28',
    view: { kind: 'landing', currencies, articles: null, bookings: null },
  });
  expect(filled).not.toContain('<script>alert');
  const [, content = ''] = /<meta name="imprint" content="([^"]*)"/.exec(filled ?? '') ?? [];
  const written = content
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
  expect(JSON.parse(written)).toEqual({
    isDemonstration: false,
    publisher: config.publisher,
    limits: { freshHours: 24, staleDays: 7, heldAbove: 3, heldOff: 50 },
  });
});
