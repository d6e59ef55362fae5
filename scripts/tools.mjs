// Finds the programs that tests and proofs run beside the product, or takes them out of Debian's packages.
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { capture, patiently, ROOT } from './project.mjs';

/**
 * The Debian package of each program, null where the program cannot be taken out of it alone. The packages are
 * unpacked and not installed: an installed caddy would begin to serve on this machine.
 */
const PACKAGES = {
  caddy: 'caddy',
  promtool: 'prometheus',
  age: 'age',
  'age-keygen': 'age',
  'systemd-analyze': null,
  'nats-server': 'nats-server',
};
/** Where Debian's packages of PostgreSQL are; server/testing/system-postgres.ts looks there, and under KEPT. */
const POSTGRESQL = 'usr/lib/postgresql';
/** Packages that PostgreSQL's depend on, and that a server started by tests does not need. */
const NEEDLESS = /^(libllvm|libperl|perl|postgresql-common|postgresql-client-common|ssl-cert)/;
/** Folder of the extracted programs, which server/testing/tools.ts reads too. */
const KEPT = join(ROOT, 'node_modules/.cache/tools');

/**
 * Puts the tools that can be had on the PATH of the programs started from here. Says which cannot be had: the tests
 * that run them are skipped then.
 */
export async function bringTools() {
  process.env.PATH = [process.env.PATH, join(KEPT, 'usr/bin'), join(KEPT, 'usr/sbin'), '/usr/sbin'].join(
    delimiter,
  );
  const missing = listMissing();
  const programs = missing.filter((name) => PACKAGES[name]);
  const extracted = missing.includes('postgresql') ? [...programs, 'postgresql'] : programs;
  if (extracted.length > 0 && isThere('apt-get')) {
    console.log(`Extraction de ${extracted.join(', ')} (paquets de Debian), une minute au plus.`);
    const postgresql = missing.includes('postgresql') ? [extractPostgresql()] : [];
    await patiently('extraction en cours', Promise.all([...programs.map(extract), ...postgresql]));
  }
  sayMissing();
}

/** Printed before the tests, and again beside their count. */
export function sayMissing() {
  const missing = listMissing();
  if (missing.length === 0) return;
  console.log(
    `\nSans ${missing.join(' ni ')}, les tests qui s’en servent ont été sautés : un système Debian les donne.`,
  );
}

function listMissing() {
  const programs = Object.keys(PACKAGES).filter((name) => !isThere(name));
  const hasPostgresql = ['/', KEPT].some((root) => existsSync(join(root, POSTGRESQL)));
  return hasPostgresql ? programs : [...programs, 'postgresql'];
}

function isThere(name) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => isProgram(join(folder, name)));
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function extract(name) {
  const folder = mkdtempSync(join(tmpdir(), 'parite-tool-'));
  try {
    const download = () => capture('apt-get', ['download', PACKAGES[name]], { cwd: folder });
    let fetched = await download();
    // the lists of packages are not there yet, or old
    if (fetched.code !== 0 && process.getuid() === 0 && (await updateLists()).code === 0)
      fetched = await download();
    const [file] = readdirSync(folder);
    if (fetched.code !== 0 || !file) return;
    mkdirSync(KEPT, { recursive: true });
    const unpack =
      'dpkg-deb --fsys-tarfile "$1" | tar --extract --directory "$2" --wildcards "./usr/*bin/$3"';
    await capture('/bin/sh', ['-c', unpack, 'sh', join(folder, file), KEPT, name]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A server, the pg_dump that belongs to it, and the libraries that this machine lacks. */
async function extractPostgresql() {
  const folder = mkdtempSync(join(tmpdir(), 'parite-tool-'));
  mkdirSync(join(folder, 'partial'));
  const options = ['--yes', '--no-install-recommends', '-o', `Dir::Cache::archives=${folder}`];
  const download = () =>
    capture('apt-get', ['install', '--download-only', '-o', 'Debug::NoLocking=1', ...options, 'postgresql']);
  try {
    const fetched = await download();
    if (fetched.code !== 0 && process.getuid() === 0 && (await updateLists()).code === 0) await download();
    const files = readdirSync(folder).filter((name) => name.endsWith('.deb') && !NEEDLESS.test(name));
    mkdirSync(KEPT, { recursive: true });
    for (const file of files) await capture('dpkg-deb', ['--extract', join(folder, file), KEPT]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

let lists;
function updateLists() {
  lists ??= capture('apt-get', ['update']);
  return lists;
}
