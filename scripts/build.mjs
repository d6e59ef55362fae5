// Builds the web apps when what they are made of has changed since.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { capture, fail, NODE, patiently, program, ROOT } from './project.mjs';
import { writeSbom } from './sbom.mjs';
import { setUp } from './setup.mjs';

// Folders of web/, each with a file of its build under dist/.
const BUILDS = {
  site: 'site/index.html',
  office: 'office/index.html',
  board: 'board/index.html',
  pages: 'render/render.js',
  'pages/client': 'client/assets',
};
const APPS = Object.keys(BUILDS);
const SOURCES = ['package-lock.json', 'web', 'domain'];
const STAMP = join(ROOT, 'dist/built-from');

export async function build({ isForced = false } = {}) {
  const sources = hashSources();
  if (!isForced && isBuiltFrom(sources)) return;
  console.log('Construction des pages (Vite).');
  const started = Date.now();
  const builds = await patiently('construction en cours', Promise.all(APPS.map(buildApp)));
  const failed = builds.filter(({ code }) => code !== 0);
  if (failed.length > 0) {
    fail(`${failed.map(({ output }) => output).join('\n\n')}\n\nLes pages n’ont pas pu être construites.`);
  }
  writeFileSync(STAMP, sources);
  console.log(`Pages construites en ${((Date.now() - started) / 1000).toFixed(1)} s.`);
}

export function buildApp(app) {
  return capture(NODE, [program('vite/bin/vite.js'), 'build', `web/${app}`, '--logLevel', 'warn']);
}

function isBuiltFrom(sources) {
  if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== sources) return false;
  return Object.values(BUILDS).every((file) => existsSync(join(ROOT, 'dist', file)));
}

/** By content: times say nothing after a checkout, a copy or a removal. */
function hashSources() {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap(listFiles)) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(ROOT, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function listFiles(path) {
  const entry = join(ROOT, path);
  if (path.includes('.')) return [path];
  return readdirSync(entry, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile() && !/\.test\.tsx?$/.test(each.name))
    .map((each) => join(each.parentPath, each.name).slice(ROOT.length + 1))
    .sort();
}

if (realpathSync(process.argv[1]) === import.meta.filename) {
  await setUp();
  await build({ isForced: true });
  await writeSbom();
}
