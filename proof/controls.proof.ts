/** Each control of docs/security.md is taken away in a copy of the sources, where its test must fail. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { reap } from '../server/testing/reaper.ts';
import { applyPatch, type ControlPatch } from './controls/patch.ts';
import { isOfRow, listGaps, ROOT, readPatches, readRows } from './controls/read.ts';
import { conclude, type Row, say } from './result.ts';
import { runTests } from './vitest-report.ts';

const LEFT_OUT = ['.git', 'data', 'node_modules', 'test-results'];
const LONGEST = 10 * 60_000;
const OVERLOADED = /timed out in \d+ms|"code":"(database_away|busy)"/;

type Outcome = { patch: ControlPatch; seconds: number; noticedBy: string | null; problem: string | null };

const rows = readRows();
const patches = readPatches();
// CONTROLS: to look at a few requirements alone
const asked = process.env.CONTROLS?.split(/[\s,]+/);
const chosen = patches.filter(
  ({ name, requirement }) => !asked || asked.includes(name) || asked.includes(requirement),
);
const failures = asked ? [] : listGaps(rows, patches);
const outcomes: Outcome[] = [];
const copy = mkdtempSync(path.join(tmpdir(), 'parite-controls-'));
try {
  copySources();
  for (const patch of chosen) outcomes.push(await takeAway(patch));
} finally {
  rmSync(copy, { recursive: true, force: true });
}
if (chosen.length === 0) failures.push(`no patch is called ${asked?.join(', ')}`);
failures.push(...outcomes.flatMap(({ patch, problem }) => (problem ? [`${patch.name}: ${problem}`] : [])));
const tested = rows.filter(({ exemption }) => exemption === null);
conclude('controls', {
  promise:
    'Each control of `docs/security.md` is held by its tests. A patch for each test that a row names takes its control ' +
    'away in a copy of the sources; that test must fail there, and the patch must still apply.',
  heads: ['patch', 'test', 'fails there', 'seconds'],
  rows: outcomes.map(rowOf),
  notes: [
    `${tested.length} rows have tests, ${rows.length - tested.length} have none and say why.`,
    ...(asked ? [`Only ${asked.join(', ')}.`] : []),
  ],
  failures,
});

function copySources(): void {
  cpSync(ROOT, copy, {
    recursive: true,
    filter: (source) => !LEFT_OUT.includes(path.relative(ROOT, source)),
  });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
}

async function takeAway(patch: ControlPatch): Promise<Outcome> {
  const started = Date.now();
  const read = (file: string) => readFileSync(path.join(copy, file), 'utf8');
  const write = (texts: Map<string, string>) => {
    for (const [file, text] of texts) writeFileSync(path.join(copy, file), text);
  };
  const outcome = (noticedBy: string | null, problem: string | null) => {
    const seconds = (Date.now() - started) / 1_000;
    say(`${patch.name}: ${problem ?? noticedBy}`);
    return { patch, seconds, noticedBy, problem };
  };
  let changed: Map<string, string>;
  try {
    changed = applyPatch(patch, read);
  } catch (error) {
    return outcome(null, error instanceof Error ? error.message : String(error));
  }
  const whole = new Map([...changed.keys()].map((file) => [file, read(file)]));
  write(changed);
  try {
    const [failed] = await listFailed(patch);
    return failed ? outcome(failed, null) : outcome(null, `${patch.test} stays green`);
  } catch (error) {
    return outcome(null, `${patch.test} did not run: ${error instanceof Error ? error.message : error}`);
  } finally {
    write(whole);
  }
}

/** Names of the tests that fail. */
async function listFailed(patch: ControlPatch): Promise<string[]> {
  if (patch.test.startsWith('e2e/')) return listFailedInBrowser(patch);
  const only = patch.filter ? ['--testNamePattern', patch.filter] : [];
  const project = /^(domain|web|scripts)/.test(patch.test)
    ? patch.test.endsWith('x')
      ? 'component'
      : 'unit'
    : 'server';
  const args = ['--project', project, patch.test, '--bail=1', '--retry=0', ...only];
  const results = await runTests(args, { CI: '' }, { root: copy, longest: LONGEST });
  const ran = results.filter(({ status }) => status === 'passed' || status === 'failed');
  if (ran.length === 0) throw new Error('no test has this name');
  const failed = ran.filter(({ status }) => status === 'failed');
  for (const { fullName, failureMessages } of failed) {
    const [message = ''] = failureMessages;
    say(`  ${fullName}: ${message.slice(0, 200).replaceAll('\n', ' ')}`);
    // a busy machine fails tests as well, which says nothing of the control
    if (OVERLOADED.test(message)) throw new Error('the machine was too busy');
  }
  return failed.map(({ fullName }) => fullName);
}

async function listFailedInBrowser({ test, filter }: ControlPatch): Promise<string[]> {
  const args = ['e2e', test, '--max-failures=1', ...(filter ? ['--grep', filter] : [])];
  const child = spawn(process.execPath, [path.join(copy, 'scripts/test.mjs'), ...args], {
    cwd: copy,
    env: { ...process.env, CI: '', TMPDIR: tmpdir() },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: LONGEST,
  });
  reap(child);
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  await once(child, 'close');
  const failed = [...output.matchAll(/^failed: (.+)$/gm)].map(([, title = '']) => title);
  if (failed.length === 0 && !/^tests: [1-9]/m.test(output)) throw new Error(output.slice(-500));
  return failed;
}

function rowOf({ patch, seconds, noticedBy }: Outcome): Row {
  const row = rows.find((one) => isOfRow(patch, one));
  const name = row && row.numbers.length > 1 ? `${patch.name} (${row.label})` : patch.name;
  return [name, `\`${patch.test}\``, noticedBy?.replaceAll('|', '\\|') ?? 'no', seconds.toFixed(0)];
}
