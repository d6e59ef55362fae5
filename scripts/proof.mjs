// npm run proof: says which proofs there are; `-- crash outage` runs these, `-- all` every one.
// With --write, what a proof that holds prints replaces its part of docs/proof.md.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { capture, fail, NODE, ROOT } from './project.mjs';
import { setUp } from './setup.mjs';
import { bringTools } from './tools.mjs';

const ENDING = '.proof.ts';
const PAGE = join(ROOT, 'docs/proof.md');
const VERDICT = /^\*\*(?:Holds\.|Does not hold)\*\*[^\n]*\n/m;

const proofs = readdirSync(join(ROOT, 'proof'))
  .filter((name) => name.endsWith(ENDING))
  .map((name) => name.slice(0, -ENDING.length));
const asked = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const isWritten = process.argv.includes('--write');
const unknown = asked.filter((name) => name !== 'all' && !proofs.includes(name));
if (unknown.length > 0 || asked.length === 0) {
  const list = proofs.map((name) => `  npm run proof -- ${name}`).join('\n');
  const sentence = `Les preuves, d’une minute à une demi-heure chacune (« all » pour toutes) :\n${list}`;
  if (unknown.length > 0) fail(`Aucune preuve ne s’appelle ${unknown.join(', ')}.\n\n${sentence}`);
  console.log(sentence);
} else {
  await setUp();
  await build();
  const browser = await findBrowser();
  if (browser) process.env.CHROMIUM_PATH = browser;
  await bringTools();
  for (const name of asked.includes('all') ? proofs : asked) await prove(name);
}

async function prove(name) {
  // what is under way goes to the error output, and is shown as it comes
  const stdio = ['ignore', 'pipe', 'inherit'];
  const { code, output } = await capture(NODE, [join('proof', `${name}${ENDING}`)], { stdio });
  console.log(`\n${output}\n`);
  if (code !== 0) {
    console.error(`La preuve « ${name} » a échoué (code ${code}).`);
    process.exitCode = 1;
  } else if (isWritten) {
    writeFileSync(PAGE, replacePart(readFileSync(PAGE, 'utf8'), name, output));
  }
}

/** A part goes from its title `## name` to the next one. What a person wrote after its verdict stays. */
function replacePart(page, name, text) {
  const parts = page.split(/^(?=## )/m);
  const at = parts.findIndex((part) => part.startsWith(`## ${name}\n`));
  const [, remarks = ''] = parts[at]?.split(VERDICT) ?? [];
  const part = remarks.trim() ? `${text}\n\n${remarks.trim()}\n` : `${text}\n`;
  if (at < 0) return `${page.trimEnd()}\n\n${part}`;
  return parts.with(at, at === parts.length - 1 ? part : `${part}\n`).join('');
}
