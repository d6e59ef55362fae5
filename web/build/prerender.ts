import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type Rolldown } from 'vite';

type Calls = readonly `/api/${string}`[];
type Pages = Record<string, { module: string; calls: Calls }>;

const ROOT = '<div id="root"></div>';

/**
 * Writes the first wait of the landing page into index.html, so that its words are there with the first bytes
 * and not after the script. The address says which page is asked for only in the browser (hash history):
 * a small script in the head covers the landing page when it is another one, and asks for that page's code
 * and data at once (`window.early` of web/shared/api). `pages`: by the start of a path, the module of the
 * page and its calls, in which {rest} is the rest of the path.
 */
export function prerender({
  entry,
  landing,
  pages,
}: {
  entry: string;
  landing: Calls;
  pages: Pages;
}): Plugin {
  let root = '';
  let script = '';
  return {
    name: 'prerender',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    generateBundle(_options, bundle) {
      const code = headScript(
        landing,
        Object.entries(pages).map(([path, { module, calls }]) => ({
          path,
          calls,
          files: filesOf(bundle, join(root, module)),
        })),
      );
      script = `assets/head-${createHash('sha256').update(code).digest('base64url').slice(0, 8)}.js`;
      this.emitFile({ type: 'asset', fileName: script, source: code });
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const markup = await render(root, entry);
        if (!html.includes(ROOT)) throw new Error('index.html holds an empty root');
        return {
          html: html
            .replace(ROOT, `<div id="root">${markup}</div>`)
            // what is drawn first needs the styles and the fonts, and no script
            .replace(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"'),
          tags: [{ tag: 'script', attrs: { src: `/${script}` }, injectTo: 'head-prepend' }],
        };
      },
    },
  };
}

/** The code and the styles of a page that the landing page does not load. */
function filesOf(bundle: Rolldown.OutputBundle, module: string): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const first = chunks.find(({ isEntry }) => isEntry);
  const page = chunks.find(({ facadeModuleId }) => facadeModuleId === module);
  if (!first || !page) throw new Error(`no chunk for ${module}`);
  const files = new Set<string>();
  const add = (fileName: string) => {
    const chunk = chunks.find((each) => each.fileName === fileName);
    if (!chunk || files.has(fileName) || fileName === first.fileName) return;
    files.add(fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    for (const imported of chunk.imports) add(imported);
  };
  add(page.fileName);
  for (const shared of first.imports) files.delete(shared);
  return [...files];
}

function headScript(landing: Calls, pages: { path: string; calls: Calls; files: string[] }[]): string {
  return `(function () {
  var path = location.hash.slice(1);
  var early = (window.early = {});
  function ask(calls, rest) {
    calls.forEach(function (call) {
      var url = call.replace('{rest}', rest);
      early[url] = fetch(url, { headers: { accept: 'application/json', user: 'null' }, signal: AbortSignal.timeout(15000) });
      early[url].catch(function () {});
    });
  }
  if (path.length < 2) return ask(${JSON.stringify(landing)}, '');
  document.documentElement.setAttribute('data-elsewhere', '');
  ${JSON.stringify(pages)}.some(function (page) {
    if (path.indexOf(page.path) !== 0) return false;
    page.files.forEach(function (file) {
      var link = document.createElement('link');
      var isStyle = /css$/.test(file);
      link.rel = isStyle ? 'preload' : 'modulepreload';
      if (isStyle) link.as = 'style';
      link.crossOrigin = '';
      link.href = '/' + file;
      document.head.appendChild(link);
    });
    ask(page.calls, path.slice(page.path.length).split('?')[0]);
    return true;
  });
})();
`;
}

/** Builds the entry for Node, and runs it. */
async function render(root: string, entry: string): Promise<string> {
  // inside the project: what the entry imports is found from there
  const folder = await mkdtemp(join(root, '../../node_modules/.prerender-'));
  try {
    await build({
      configFile: false,
      root,
      logLevel: 'error',
      plugins: [react()],
      build: {
        ssr: entry,
        outDir: folder,
        minify: false,
        rolldownOptions: { output: { entryFileNames: 'entry.mjs' } },
      },
    });
    const { markup } = (await import(pathToFileURL(join(folder, 'entry.mjs')).href)) as { markup: string };
    return markup;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
