import { access, readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { PublishedArticle } from '#domain/articles/blog.ts';
import { parseArticle } from '../features/articles/article-file.ts';
import { publishArticles } from '../features/articles/publish-articles.ts';
import { CommandFailure } from './failures.ts';
import { openSession } from './session.ts';
import type { Shell } from './shell.ts';

const IMAGES = join(import.meta.dirname, '../../content/images/articles');
const IMAGE_TIMEOUT_MS = 10_000;

/** Publishes or updates articles from Markdown files or folders, all or none. */
export async function importArticles(shell: Shell, paths: readonly string[]): Promise<void> {
  const files = (await Promise.all(paths.map((path) => listFiles(shell.resolvePath(path))))).flat();
  if (files.length === 0) throw new CommandFailure('Aucun fichier .md ne se trouve là.');
  const articles = await Promise.all(files.map(readArticle));
  refuseDuplicates(articles);
  const { config, db } = await openSession(shell);
  await refuseMissingImages(articles, config.staticImagesUrl);
  const published = await publishArticles(db, articles);
  for (const { id, what } of published.articles) shell.print(`${what} : ${id}`);
  for (const { id, group } of published.replaced) {
    shell.print(`n’est plus mis en avant dans « ${group} » : ${id}`);
  }
}

async function listFiles(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const names = await readdir(path);
  return names
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => join(path, name));
}

async function readArticle(file: string): Promise<PublishedArticle> {
  const text = await readFile(file, 'utf8');
  try {
    return parseArticle(basename(file, '.md'), text);
  } catch (error) {
    throw new CommandFailure(`${file} : ${(error as Error).message}`);
  }
}

function refuseDuplicates(articles: readonly PublishedArticle[]): void {
  const ids = articles.map(({ id }) => id);
  const twin = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twin !== undefined) throw new CommandFailure(`L’article « ${twin} » est donné deux fois.`);
  const featured = articles.filter((article) => article.is_featured);
  for (const { group } of featured) {
    const rivals = featured.filter((article) => article.group === group).map(({ id }) => id);
    if (rivals.length > 1) {
      throw new CommandFailure(
        `Le groupe « ${group} » met en avant un seul article (ici : ${rivals.join(', ')}).`,
      );
    }
  }
}

async function refuseMissingImages(articles: readonly PublishedArticle[], imagesUrl: string): Promise<void> {
  for (const image of new Set(articles.map((article) => article.image))) {
    for (const name of [`${image}.webp`, `${image}-600.webp`]) {
      const place = imagesUrl.startsWith('http') ? `${imagesUrl}/articles/${name}` : join(IMAGES, name);
      if (await (imagesUrl.startsWith('http') ? isServed(place) : isThere(place))) continue;
      throw new CommandFailure(
        `L’image « ${image} » manque : ${place}. Déposez ${image}.webp (1200 × 675) et ${image}-600.webp (600 × 338) au même endroit, puis relancez.`,
      );
    }
  }
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

function isServed(url: string): Promise<boolean> {
  return fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(IMAGE_TIMEOUT_MS) }).then(
    (answer) => answer.ok,
    () => false,
  );
}
