import { runCommand } from './cli/run-command.ts';
import { openShell } from './cli/shell.ts';

const shell = openShell(process);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    console.error('\nInterrompu. Les étapes inachevées sont annulées.');
    void end(1);
  });
}
// a closed pipe, as after head, means that its reader has enough
process.stdout.on('error', () => void end(0));
let isEnding = false;
const { exitCode, sentences } = await runCommand(shell, process.argv.slice(2));
// an undo after Ctrl-C fails as well, with nothing new to report
if (!isEnding) {
  for (const sentence of sentences) console.error(sentence);
  await end(exitCode);
}

async function end(code: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  await shell.close();
  process.exit(code);
}
