// What the other scripts share. Plain JavaScript without dependencies: it runs before any is installed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
export const NODE = join(ROOT, 'node_modules/node/bin/node');

/** The program of an installed package, for NODE. */
export function program(path) {
  return join(ROOT, 'node_modules', path);
}

/** Runs a program from the root of the project, and gives its exit code as a shell would say it. */
export async function run(command, args, options = {}) {
  const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', ...options });
  return exitCode(child);
}

/** The same, its output kept to be shown later or never. */
export async function capture(command, args, options = {}) {
  const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let output = '';
  let stdout = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
    stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  return { code: await exitCode(child), output: output.trim(), stdout };
}

export async function exitCode(child) {
  try {
    const [code, signal] = await once(child, 'close');
    return code ?? 128 + constants.signals[signal];
  } catch (error) {
    console.error(error.message);
    return 127;
  }
}

/** Ends the whole command: what went wrong has been said. */
export function fail(sentence) {
  console.error(`\n${sentence}\n`);
  process.exit(1);
}

/** Says every few seconds that a long step is still under way. */
export async function patiently(what, promise) {
  const started = Date.now();
  const timer = setInterval(() => {
    console.log(`  ${what}, ${Math.round((Date.now() - started) / 1000)} s…`);
  }, 10_000);
  try {
    return await promise;
  } finally {
    clearInterval(timer);
  }
}
