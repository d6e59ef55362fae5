// npm run cli -- <command>: installs what is missing, then runs the command.
import { NODE, ROOT, run } from './project.mjs';
import { setUp } from './setup.mjs';

// stdout is for what the command gives
console.log = console.error;
await setUp();
process.chdir(ROOT);
if (Number.parseInt(process.versions.node, 10) >= 24) await import('../server/cli.ts');
else {
  // a terminal's Ctrl-C reaches the command itself, which says when it has ended
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
  process.exitCode = await run(NODE, ['server/cli.ts', ...process.argv.slice(2)]);
}
