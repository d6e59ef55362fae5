/** Runs the manual's commands by a real shell, `docker` among them being the machine of the proof. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import { reap } from '../../server/testing/reaper.ts';
import type { Machine } from './machine.ts';

export interface Shell {
  /** The exit code, and what was said on both outputs. */
  run(script: string): Promise<{ code: number; said: string }>;
  close(): Promise<void>;
}

export async function openShell(machine: Machine): Promise<Shell> {
  const programs = join(machine.folder, 'bin');
  await mkdir(programs, { recursive: true });
  await copyFile(join(import.meta.dirname, 'docker.mjs'), join(programs, 'docker'));
  await chmod(join(programs, 'docker'), 0o755);
  // what the image of the backups has
  const pgDump = `#!/bin/sh\nexec '${process.execPath}' '${join(import.meta.dirname, 'pg-dump.ts')}' "$@"\n`;
  await writeFile(join(programs, 'pg_dump'), pgDump, { mode: 0o755 });
  const server = await listen(machine);
  const { port } = server.address() as AddressInfo;
  return {
    async run(script) {
      const path = [programs, dirname(process.execPath), process.env.PATH].join(':');
      const env = { ...process.env, PATH: path, PROOF_MACHINE: `http://127.0.0.1:${port}` };
      const child = spawn('/bin/sh', ['-ec', script], {
        cwd: machine.source,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      reap(child);
      const [out, said, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close'),
      ]);
      return { code, said: `${out}${said}` };
    },
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function listen(machine: Machine): Promise<Server> {
  const server = createServer({ requestTimeout: 0 }, async (request, response) => {
    // docker.mjs writes it
    const { args } = (await json(request)) as { args: string[] };
    response.end(JSON.stringify(await machine.docker(args)));
  });
  server.headersTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
