import type { Answer } from '#domain/api.ts';
import type { EarlyAnswers } from '#web/shared/api/client.ts';
import { followSkipLink } from '#web/shared/skip-link.ts';
import { formatArticleCount, topicsOf } from '../pages/blog/topics.ts';

/*
 * Script in the head of index.html, run before the first paint and without the application. Requests the data
 * and the code of the address's page, and draws its skeleton.
 */

type Page = { path: string; calls: readonly string[]; code: readonly string[]; styles: readonly string[] };

// constants defined by web/build/prerender.ts
declare const APPLICATION: string;
declare const LANDING_CALLS: readonly string[];
declare const PAGES: readonly Page[];

const LONGEST_PAINT = 1_500;

type Values = Record<string, unknown>;

// encoded braces, as React writes them into addresses
const SLOT = /\{(\w+)\}|%7B(\w+)%7D/g;

/** Values of a skeleton's slots, from the page's data; null: not enough data. */
const READ_VALUES: Record<string, (data: unknown) => Values | null> = {
  '/blog': (data) => {
    // answer of this page's call
    const groups = data as Answer<'GET /api/public/blog/articles'>;
    const [leader] = groups;
    if (!leader || leader.subs.length === 0 || location.hash.includes('?')) return null;
    const count = formatArticleCount(groups.reduce((sum, { subs }) => sum + 1 + subs.length, 0));
    return { ...leader, topics: topicsOf(groups), count, isLong: leader.subs.length > 3 };
  },
  '/blog/view/{id}': (data) => ({ ...(data as Answer<'GET /api/public/blog/articles/view/{id}'>) }),
};

const early: EarlyAnswers = {};
window.early = early;
const address = location.hash.slice(1).replace(/\?.*/, '');
const page = PAGES.find(({ path }) => idOf(path, address) !== null);
const [first] = (page?.calls ?? LANDING_CALLS).map(requestData);
if (page) void showSkeleton(page, first);
followPressedLinks();
followSkipLink();
// answers of this address, out of date on a return
addEventListener('hashchange', () => delete window.early);
void startAfterFirstPaint();

/** Value of {id} in an address, '' without one; null: another address. */
function idOf(path: string, address: string): string | null {
  const match = new RegExp(`^${path.replace('{id}', '([^/]+)')}$`).exec(address);
  return match ? (match[1] ?? '') : null;
}

function requestData(call: string): Promise<Response> {
  const url = call.replace('{id}', (page && idOf(page.path, address)) ?? '');
  const answer = fetch(url, {
    headers: { accept: 'application/json', user: 'null' },
    signal: AbortSignal.timeout(15_000),
  });
  answer.catch(() => undefined);
  early[url] = answer;
  return answer;
}

async function showSkeleton(
  { path, code, styles }: Page,
  answer: Promise<Response> | undefined,
): Promise<void> {
  // landing page, hidden in index.html
  document.documentElement.setAttribute('data-elsewhere', '');
  for (const file of code) addLink({ rel: 'modulepreload', href: file });
  const styled = Promise.all(styles.map(loadStyle));
  await parsed();
  const main = document.querySelector('main');
  main?.replaceChildren(copyOf(''));
  document.documentElement.removeAttribute('data-elsewhere');
  const show = READ_VALUES[path];
  // clone, since the page's loader reads the answer too and reports its failure
  const data =
    show &&
    (await answer?.then((response) => (response.ok ? response.clone().json() : null)).catch(() => null));
  const values = data && show(data);
  if (!values) return;
  const filled = copyOf(path);
  fillTemplate(filled, { ...values, images: imagesUrl() });
  // preload links of the cover, ahead of the styles
  document.head.append(...filled.querySelectorAll('link'));
  await styled;
  main?.replaceChildren(filled);
}

/**
 * Fills the slots of a template, with encoding inside addresses. An element that holds the name of a list
 * alone is repeated for each item.
 */
function fillTemplate(template: DocumentFragment, values: Values): void {
  const write = (text: string) =>
    text.replace(SLOT, (_, name, inAddress) =>
      inAddress ? encodeURIComponent(String(values[inAddress])) : String(values[name]),
    );
  for (const element of template.querySelectorAll('*')) {
    for (const attribute of element.attributes) attribute.value = write(attribute.value);
    const name = element.childElementCount === 0 ? /^\{(\w+)\}$/.exec(element.textContent)?.[1] : null;
    const list = values[name ?? ''];
    if (Array.isArray(list)) element.replaceWith(...list.map((item) => withText(element, String(item))));
    for (const node of element.childNodes) if (node instanceof Text) node.data = write(node.data);
  }
}

function withText(element: Element, text: string): Node {
  const copy = element.cloneNode();
  copy.textContent = text;
  return copy;
}

function parsed(): Promise<void> {
  return new Promise((resolve) => addEventListener('DOMContentLoaded', () => resolve(), { once: true }));
}

function copyOf(path: string): DocumentFragment {
  const template = document.querySelector<HTMLTemplateElement>(`template[data-skeleton="${path}"]`);
  if (!template) throw new Error(`index.html holds the skeleton of ${path}`);
  return document.importNode(template.content, true);
}

function imagesUrl(): string {
  return document.querySelector('meta[name="images-url"]')?.getAttribute('content') ?? '';
}

function loadStyle(href: string): Promise<void> {
  return new Promise((resolve) => {
    addLink({ rel: 'preload', as: 'style', href }).onload = () => {
      addLink({ rel: 'stylesheet', href }).onload = () => resolve();
    };
  });
}

function addLink(properties: { rel: string; href: string; as?: string }): HTMLLinkElement {
  const link = Object.assign(document.createElement('link'), { crossOrigin: '', ...properties });
  document.head.append(link);
  return link;
}

/** Starts the application after the first paint, which 100 kB of script would delay. */
async function startAfterFirstPaint(): Promise<void> {
  // whole body, which the application takes over
  await parsed();
  // module script, which runs once even if added twice
  const start = () => {
    document.head.append(
      Object.assign(document.createElement('script'), { type: 'module', crossOrigin: '', src: APPLICATION }),
    );
  };
  // hidden tab, which never paints
  setTimeout(start, document.visibilityState === 'hidden' ? 0 : LONGEST_PAINT);
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) start();
  }).observe({ type: 'paint', buffered: true });
}

/**
 * Follows a link pressed in the skeleton and released in the page that replaced it. The browser sees two
 * links and follows neither.
 */
function followPressedLinks(): void {
  let pressed: HTMLAnchorElement | null = null;
  addEventListener('mousedown', (event) => {
    pressed = isPlain(event) ? linkAt(event) : null;
  });
  addEventListener('mouseup', (event) => {
    const link = linkAt(event);
    if (pressed && !pressed.isConnected && link?.href === pressed.href) link.click();
    pressed = null;
  });
}

function linkAt({ target }: Event): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest('a') : null;
}

function isPlain({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}
