import type { PublishedArticle } from '#domain/articles/blog.ts';
import { readingTime } from '#domain/articles/reading-time.ts';
import { renderArticle } from './article-html.ts';

const TEXT_KEYS = [
  'id',
  'group',
  'featured',
  'topic',
  'title',
  'description',
  'image',
  'image_alt',
  'publication_date',
] as const;
const LIST_KEYS = ['descriptions'] as const;
const KEYS: ReadonlySet<string> = new Set([...TEXT_KEYS, ...LIST_KEYS]);

type FrontMatter = Record<(typeof TEXT_KEYS)[number], string> & Record<(typeof LIST_KEYS)[number], string[]>;

/**
 * Reads an article: Markdown under a front matter. `name` is the file's, without `.md`: the article's id.
 * Throws an Error whose French sentence says what is wrong, for the author.
 */
export function parseArticle(name: string, text: string): PublishedArticle {
  const [, head, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text.replaceAll('\r\n', '\n')) ?? [];
  if (head === undefined || body === undefined) throw new Error('l’en-tête entre deux lignes --- manque.');
  if (body.trim() === '') throw new Error('le texte manque.');
  const front = parseFrontMatter(head);
  const { featured, ...fields } = front;
  expect(
    /^[a-z0-9-]+$/.test(front.id) && front.id === name,
    'id',
    `doit être « ${name} », le nom du fichier`,
  );
  expect(/^[a-z0-9-]+$/.test(front.image), 'image', 'doit être un nom d’image sans extension');
  expect(featured === 'true' || featured === 'false', 'featured', 'doit valoir true ou false');
  expect(isDay(front.publication_date), 'publication_date', 'doit être une date AAAA-MM-JJ');
  return {
    ...fields,
    is_featured: featured === 'true',
    reading_time: readingTime(body),
    content: renderArticle(body),
  };
}

/** A small part of YAML: `key: text`, and lists of `- text`; the text is taken as it stands. */
function parseFrontMatter(head: string): FrontMatter {
  const values = new Map<string, string | string[]>();
  let list: string[] | null = null;
  for (const line of head.split('\n')) {
    const item = /^ *- +(\S.*)$/.exec(line)?.[1];
    if (item !== undefined && list) {
      list.push(plain(item));
      continue;
    }
    const [, key = '', value = ''] = /^([a-z_]+):(?: +(\S.*))?$/.exec(line) ?? [];
    if (!KEYS.has(key)) throw new Error(`la ligne « ${line} » de l’en-tête n’est pas comprise.`);
    if (values.has(key)) throw new Error(`le champ « ${key} » figure deux fois.`);
    list = value === '' ? [] : null;
    values.set(key, list ?? plain(value));
  }
  for (const key of TEXT_KEYS) expect(typeof values.get(key) === 'string', key, 'manque');
  for (const key of LIST_KEYS) expect((values.get(key)?.length ?? 0) > 0, key, 'manque');
  for (const key of LIST_KEYS) expect(Array.isArray(values.get(key)), key, 'doit être une liste');
  // every key is there with its kind, as just checked
  return Object.fromEntries(values) as FrontMatter;
}

/** Refuses what YAML would not take as plain text, rather than show its quotes to readers. */
function plain(text: string): string {
  const trimmed = text.trim();
  if (/^["'[\]{}>|&*!%@`#]/.test(trimmed)) {
    throw new Error(`« ${trimmed} » : écrivez le texte tel quel, sans guillemets ni signe de YAML.`);
  }
  return trimmed;
}

function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(`${text}T`);
}

function expect(holds: boolean, field: string, sentence: string): void {
  if (!holds) throw new Error(`le champ « ${field} » ${sentence}.`);
}
