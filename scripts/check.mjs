// npm run check: format and lint, tokens of the styles, boundaries, types, unused code, comments. Prints failures alone.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { capture, NODE, program, ROOT } from './project.mjs';
import { setUp } from './setup.mjs';

// with a TypeScript it does not know, dependency-cruiser reads nothing and finds nothing wrong
const FEWEST_MODULES = 60;

await setUp();
// imports a package, which a fresh clone has from here on
const { checkComments } = await import('./comments.mjs');
const started = Date.now();
// longest first, one a core, so that the longest does not end alone
const checks = [
  types('.'),
  types('web'),
  ['frontières (dependency-cruiser)', checkBoundaries],
  ['format et lint (biome)', runBiome],
  ['code inutilisé (knip)', () => capture(NODE, [program('knip/bin/knip.js')])],
  types('domain'),
  ['commentaires (scripts/comments.mjs)', checkComments],
  types('web/build'),
  ['styles (stylelint)', () => capture(NODE, [program('stylelint/bin/stylelint.mjs'), 'web/**/*.css'])],
];
const waiting = checks.values();
const results = [];
await Promise.all(Array.from({ length: availableParallelism() }, runInTurn));
const failures = results.filter(({ code }) => code !== 0);
for (const { name, output } of failures) console.log(`\n— ${name}\n\n${output}`);
console.log(
  `\n${results.length - failures.length} contrôles sur ${results.length} en ${Math.round((Date.now() - started) / 1000)} s.`,
);
process.exitCode = failures.length === 0 ? 0 : 1;

async function runInTurn() {
  for (const [name, check] of waiting) {
    const { code, output } = await check();
    console.log(`${code === 0 ? '  bon   ' : '  ÉCHEC '} ${name}`);
    results.push({ name, code, output });
  }
}

function types(project) {
  return [`types de ${project} (tsc)`, () => checkTypes(project)];
}

function runBiome() {
  return capture(NODE, [program('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings']);
}

function checkTypes(project) {
  // what a run has found is read by the next one, which looks at what has changed
  const known = join(ROOT, 'node_modules/.cache/types', `${project.replaceAll(/\W/g, '-')}.tsbuildinfo`);
  return capture(NODE, [
    program('typescript/bin/tsc'),
    ...['--project', project, '--pretty', 'false', '--incremental', '--tsBuildInfoFile', known],
  ]);
}

async function checkBoundaries() {
  const folders = ['domain', 'server', 'web', 'e2e', 'bench', 'proof', 'deploy', 'scripts'];
  const cruise = [
    program('dependency-cruiser/bin/dependency-cruiser.mjs'),
    ...folders,
    '--output-type',
    'json',
  ];
  const { code, output, stdout } = await capture(NODE, cruise);
  let summary;
  try {
    ({ summary } = JSON.parse(stdout));
  } catch {
    return { code: code || 1, output };
  }
  const problems = summary.violations.map(({ rule, from, to, cycle }) => {
    const path = cycle ? cycle.map(({ name }) => name).join(' → ') : to;
    return `${rule.name} : ${from} → ${path}`;
  });
  if (summary.totalCruised < FEWEST_MODULES) {
    problems.push(`${summary.totalCruised} modules lus seulement, ${FEWEST_MODULES} au moins attendus`);
  }
  return { code: problems.length === 0 ? 0 : 1, output: problems.join('\n') };
}
