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
