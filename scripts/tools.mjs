// Finds the programs that tests and proofs run beside the product, or takes them out of Debian's packages.
import { accessSync, constants, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { capture, patiently, ROOT } from './project.mjs';

/**
 * By name, the package that holds it, null where it cannot be taken out alone. Not installed: an installed caddy
 * would begin to serve on this machine.
 */
const PACKAGES = { caddy: 'caddy', promtool: 'prometheus', 'systemd-analyze': null };
const KEPT = join(ROOT, 'node_modules/.cache/tools');

/**
 * Puts on the PATH of what follows the tools that are to be had. Says which are not: the tests that run them are
 * skipped then.
 */
export async function bringTools() {
  process.env.PATH = [process.env.PATH, join(KEPT, 'usr/bin')].join(delimiter);
  const extracted = listMissing().filter((name) => PACKAGES[name]);
  if (extracted.length > 0 && isThere('apt-get')) {
    console.log(`Extraction de ${extracted.join(', ')} (paquets de Debian), une minute au plus.`);
    await patiently('extraction en cours', Promise.all(extracted.map(extract)));
  }
  sayMissing();
}

/** Said before the tests, and again where their count is read. */
export function sayMissing() {
  const missing = listMissing();
  if (missing.length === 0) return;
  console.log(
    `\nSans ${missing.join(' ni ')}, les tests qui s’en servent ont été sautés : un système Debian les donne.`,
  );
}

function listMissing() {
  return Object.keys(PACKAGES).filter((name) => !isThere(name));
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
    const unpack = 'dpkg-deb --fsys-tarfile "$1" | tar --extract --directory "$2" "./usr/bin/$3"';
    await capture('/bin/sh', ['-c', unpack, 'sh', join(folder, file), KEPT, name]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

let lists;
function updateLists() {
  lists ??= capture('apt-get', ['update']);
  return lists;
}
