import { parseDocument } from 'yaml';
import { readingTime } from '#domain/articles/article.ts';
import type { PublishedArticle } from '#domain/articles/blog.ts';
import { isDay } from '#domain/text/day.ts';
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
 * Parses Markdown under a front matter. `name`: the file's, without `.md`, which is the article's id. Throws an Error
 * with a French sentence for the author.
 */
export function parseArticle(name: string, text: string): PublishedArticle {
  const [, head, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text.replaceAll('\r\n', '\n')) ?? [];
  if (head === undefined || body === undefined) throw new Error('l’en-tête entre deux lignes --- manque.');
  if (body.trim() === '') throw new Error('le texte manque.');
  const front = readFrontMatter(head);
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

/** YAML without type conversion, so that days and numbers stay text. */
function readFrontMatter(head: string): FrontMatter {
  const document = parseDocument(head, { schema: 'failsafe' });
  const [error] = document.errors;
  if (error) {
    // line in the file, whose first one is ---
    const line = (error.linePos?.[0].line ?? 0) + 1;
    const why = error.code === 'DUPLICATE_KEY' ? 'ce champ figure deux fois' : 'ce n’est pas du YAML';
    throw new Error(
      `la ligne ${line} de l’en-tête n’est pas comprise : ${why}. Un texte qui contient « : », ou commence par un signe, s’écrit entre guillemets.`,
    );
  }
  const front: unknown = document.toJS();
  if (typeof front !== 'object' || front === null) throw new Error('l’en-tête n’a pas de champs.');
  const values = front as Record<string, unknown>;
  for (const key of Object.keys(values)) expect(KEYS.has(key), key, 'n’est pas connu');
  for (const key of [...TEXT_KEYS, ...LIST_KEYS]) expect(Boolean(values[key]), key, 'manque');
  for (const key of TEXT_KEYS) expect(isText(values[key]), key, 'doit être un texte');
  for (const key of LIST_KEYS) {
    const list = values[key];
    expect(
      Array.isArray(list) && list.length > 0 && list.every(isText),
      key,
      'doit être une liste de textes',
    );
  }
  // every key is present with its type, as just checked
  return values as FrontMatter;
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

function expect(condition: boolean, field: string, sentence: string): void {
  if (!condition) throw new Error(`le champ « ${field} » ${sentence}.`);
}
