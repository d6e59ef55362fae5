import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

function sentencesOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.sentences;
    throw error;
  }
  return [];
}

describe('BACKUP_RECIPIENT', () => {
  const KEY = 'age1lzhh8esekdkey7uy98x0zevmxgvzddqefyt5meklc3p396nmzv7s3vkjec';

  test.each([KEY, 'none', ''])('accepts %j', (BACKUP_RECIPIENT) => {
    expect(readConfig({ BACKUP_RECIPIENT }).backupRecipient).toBe(BACKUP_RECIPIENT || null);
  });

  test.each([
    ['age1zzz', 'n’est pas une clé publique age entière'],
    [KEY.slice(0, -1), 'n’est pas une clé publique age entière'],
    [KEY.replace('lzhh8', 'lzhh9'), 'n’est pas une clé publique age entière'],
    ['age1pq1zzz', 'n’est pas une clé publique age entière'],
    ['AGE-SECRET-KEY-1ZZZ', 'doit être une clé publique age'],
  ])('refuses %j without repeating it', (BACKUP_RECIPIENT, sentence) => {
    const sentences = sentencesOf({ BACKUP_RECIPIENT });
    expect(sentences).toEqual([expect.stringContaining(`BACKUP_RECIPIENT ${sentence}`)]);
    expect(sentences.join()).not.toMatch(/invalid|length|checksum/i);
    expect(sentences.join()).not.toContain(BACKUP_RECIPIENT);
  });
});

test('a wrong DEMO is said once', () => {
  expect(sentencesOf({ DEMO: 'maybe' })).toEqual(['DEMO doit valoir on ou off, et vaut « maybe ».']);
});

test.each([
  [{ DEMO: 'on' }, { demo: true, demoIsAsked: true }],
  [{ DEMO: 'off' }, { demo: false, demoIsAsked: false }],
  [{ DEMO: ' ' }, { demo: true, demoIsAsked: false }],
])('%j asks for the demonstration or not', (env, config) => {
  expect(readConfig(env)).toMatchObject(config);
});

describe('NODE_ENV', () => {
  test.each([
    ['production', { production: true, development: false }],
    ['development', { production: false, development: true }],
    ['test', { production: false, development: false }],
    ['', { production: false, development: false }],
  ])('accepts %j', (NODE_ENV, config) => {
    expect(readConfig({ NODE_ENV })).toMatchObject(config);
  });

  test.each(['prod', 'Production', 'production ', 'staging'])('refuses %j', (NODE_ENV) => {
    expect(sentencesOf({ NODE_ENV })).toEqual([
      `NODE_ENV doit valoir production, development ou test, et vaut « ${NODE_ENV} ».`,
    ]);
  });
});

describe('METRICS_PORT', () => {
  test.each([
    { METRICS_PORT: '3000' },
    { PORT: '4000', METRICS_PORT: '4000' },
  ])('refuses %j, the port of the pages', (env) => {
    expect(sentencesOf(env)).toEqual([expect.stringMatching(/^METRICS_PORT et PORT doivent .* [34]000\.$/)]);
  });

  test.each([{ METRICS_PORT: '9464' }, { PORT: '0', METRICS_PORT: '0' }])('accepts %j', (env) => {
    expect(sentencesOf(env)).toEqual([]);
  });
});
