// Finds a browser for the tests, or installs one.
import { existsSync, readFileSync } from 'node:fs';
import { capture, fail, NODE, patiently, program } from './project.mjs';

// the headless shell first: it draws no window around each page, and opens one three times as fast
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The path of a browser, or undefined where Playwright has its own. */
export async function findBrowser() {
  const asked = process.env.CHROMIUM_PATH;
  if (asked && !existsSync(asked)) fail(`CHROMIUM_PATH désigne un navigateur absent : ${asked}`);
  const found = asked || findInstalled();
  if (found) return found;
  await (isDebian() && process.getuid() === 0 ? installFromDebian() : installFromPlaywright());
  return findInstalled();
}

function findInstalled() {
  return PLACES.find((path) => existsSync(path));
}

/** Ubuntu's package of that name is a snap, which a container cannot run. */
function isDebian() {
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

async function installFromDebian() {
  console.log('Aucun navigateur trouvé : installation de Chromium (apt-get), une à trois minutes.');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const steps = [['update'], ['install', '-y', '--no-install-recommends', 'chromium-headless-shell']];
  for (const step of steps) {
    const { code, output } = await patiently('apt-get', capture('apt-get', step, { env }));
    if (code !== 0)
      fail(`${output}\n\nChromium n’a pas pu être installé (apt-get ${step[0]}, code ${code}).`);
  }
}

/** Does nothing when Playwright's browser is already there. */
async function installFromPlaywright() {
  console.log('Aucun navigateur du système : celui de Playwright est installé s’il manque.');
  const install = [program('@playwright/test/cli.js'), 'install', 'chromium'];
  const { code, output } = await patiently('téléchargement en cours', capture(NODE, install));
  if (code !== 0) {
    fail(`${output}\n\nAucun navigateur n’a pu être installé. Indiquez-en un par CHROMIUM_PATH.`);
  }
}
