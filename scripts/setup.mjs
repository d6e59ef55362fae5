// Installs what is missing: nothing when node_modules already is what package-lock.json asks for.
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { capture, fail, NODE, patiently, ROOT } from './project.mjs';

const OLDEST_NODE = [20, 19];

export async function setUp() {
  refuseOldNode();
  if (isInstalled()) return;
  console.log('Installation des dépendances (npm ci), une à deux minutes la première fois.');
  const started = Date.now();
  const installed = capture('npm', npmArguments(), { env: npmEnvironment() });
  void Promise.race([reachRegistry(), installed.then(() => true)]).then((isReached) => {
    if (!isReached) console.log('  Le registre npm ne répond pas, npm essaie encore. Ctrl-C pour arrêter.');
  });
  const { code, output } = await patiently('installation en cours', installed);
  if (code !== 0) {
    fail(
      `${output}\n\nL’installation a échoué (npm ci, code ${code}). Vérifiez la connexion au registre npm, puis relancez.`,
    );
  }
  if (!existsSync(NODE)) {
    fail(
      'Node 24 n’a pas été installé : npm doit pouvoir lancer les scripts d’installation (réglage ignore-scripts).',
    );
  }
  console.log(`Dépendances installées en ${Math.round((Date.now() - started) / 1000)} s.`);
}

function refuseOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  fail(
    `Parité demande Node ${OLDEST_NODE.join('.')} ou plus récent pour s’installer. La version présente est ${process.versions.node}.`,
  );
}

/** npm writes node_modules/.package-lock.json last, so an interrupted installation has none. */
function isInstalled() {
  const wanted = readPackages(join(ROOT, 'package-lock.json'));
  const present = readPackages(join(ROOT, 'node_modules/.package-lock.json'));
  if (!wanted) fail('package-lock.json manque ou ne se lit pas.');
  if (!present || !existsSync(NODE)) return false;
  const isPresent = ([path, { version, optional }]) =>
    // an optional package may be for another platform
    path === '' || present[path]?.version === version || (optional && !present[path]);
  return Object.entries(wanted).every(isPresent);
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return null;
  }
}

function npmArguments() {
  // what a user's own settings may say otherwise: the build tools are needed, and old npm warns about Node 20
  return [
    'ci',
    '--loglevel=error',
    '--no-audit',
    '--no-fund',
    '--include=dev',
    '--include=optional',
    '--engine-strict=false',
  ];
}

/** False after some 15 s without an answer. npm alone tries for minutes before it says so. */
export async function reachRegistry() {
  const ping = ['ping', '--loglevel=error', '--fetch-retries=0', '--fetch-timeout=15000'];
  const { code, output } = await capture('npm', ping, { env: npmEnvironment() });
  // a registry that knows no ping has answered
  return code === 0 || /\bE[45]\d\d\b/.test(output);
}

/** npm must not run on the very Node it is about to remove from node_modules. */
function npmEnvironment() {
  const own = join(ROOT, 'node_modules');
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.startsWith(own));
  return { ...process.env, PATH: path.join(delimiter) };
}
