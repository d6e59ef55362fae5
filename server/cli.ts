import { explain } from './cli/explain.ts';
import { buildProgram } from './cli/program.ts';
import { openShell } from './cli/shell.ts';

const shell = openShell(process);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    console.error('\nInterrompu : ce qui n’était pas terminé n’a pas été fait.');
    void end(1);
  });
}
// whoever reads it, head say, has read enough
process.stdout.on('error', () => void end(0));
let isEnding = false;
try {
  await buildProgram(shell).parseAsync();
  await end(0);
} catch (error) {
  // what is being undone after a Ctrl-C also fails, and says nothing new
  if (!isEnding) {
    const { sentences, exitCode } = explain(error);
    for (const sentence of sentences) console.error(sentence);
    await end(exitCode);
  }
}

async function end(exitCode: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  await shell.close();
  process.exit(exitCode);
}
