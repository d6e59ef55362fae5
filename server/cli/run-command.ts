import { explain } from './explain.ts';
import { buildProgram } from './program.ts';
import type { Shell } from './shell.ts';

export async function runCommand(
  shell: Shell,
  args: readonly string[],
): Promise<{ exitCode: number; sentences: string[] }> {
  try {
    await buildProgram(shell).parseAsync(args, { from: 'user' });
    return { exitCode: 0, sentences: [] };
  } catch (error) {
    return explain(error);
  }
}
