// npm run dev: the server, both web apps and the catalogue, each reloaded when its sources change.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildApp } from './build.mjs';
import { exitCode, NODE, program, ROOT } from './project.mjs';
import { setUp } from './setup.mjs';

const PORTS = { site: 5173, office: 5174, catalogue: 5175 };

await setUp();
// pages that the server renders; a change of them asks for another start
await Promise.all(['pages', 'pages/client'].map(buildApp));
const children = [start('--watch', '--watch-preserve-output', 'server/main.ts')];
for (const [app, port] of Object.entries(PORTS)) {
  if (!existsSync(join(ROOT, `web/${app}/index.html`))) continue;
  children.push(
    start(
      program('vite/bin/vite.js'),
      `web/${app}`,
      '--port',
      port,
      '--strictPort',
      '--clearScreen',
      'false',
    ),
  );
}
const ended = children.map((child) => exitCode(child));
let isAsked = false;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    isAsked = true;
    stop();
  });
}
console.log(
  `\nDéveloppement : site http://127.0.0.1:${PORTS.site}/, back-office http://127.0.0.1:${PORTS.office}/, catalogue http://127.0.0.1:${PORTS.catalogue}/ ; le serveur décrit ses appels à /openapi.json`,
);
// one that fails takes the others along; then all must have closed what they hold
const code = await Promise.race(ended);
stop();
await Promise.all(ended);
process.exitCode = isAsked ? 0 : code;

function start(...args) {
  const env = { ...process.env, NODE_ENV: 'development' };
  return spawn(NODE, args, { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit'] });
}

function stop() {
  for (const child of children) child.kill('SIGTERM');
}
