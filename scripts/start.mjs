// npm start: installs and builds what is missing, then serves.
import { spawn } from 'node:child_process';
import { build } from './build.mjs';
import { exitCode, NODE, ROOT } from './project.mjs';
import { setUp } from './setup.mjs';

await setUp();
await build();
process.chdir(ROOT);
if (Number.parseInt(process.versions.node, 10) >= 24) await import('../server/main.ts');
else await serveWithNode24();

/** The first start runs on whatever Node was there; npm finds the installed Node 24 from the second on. */
async function serveWithNode24() {
  const server = spawn(NODE, [...process.execArgv, 'server/main.ts'], { stdio: 'inherit' });
  // a terminal's Ctrl-C reaches the server too, which takes a second signal for the same one
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
  process.exitCode = await exitCode(server);
}
