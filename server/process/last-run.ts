import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Run {
  // null: no earlier run is known, or the data folder cannot be written to
  lastEndedCleanly: boolean | null;
  end(): Promise<void>;
}

// Marker in the data folder, one a port, because several instances may share the folder.
export async function beginRun({ dataDir, port }: { dataDir: string; port: number }): Promise<Run> {
  const file = join(dataDir, `run-${port}`);
  const mark = (state: string) => writeFile(file, `${state}\n`).catch(() => undefined);
  const last = await readFile(file, 'utf8').catch(() => '');
  await mark('running');
  return {
    lastEndedCleanly: last === '' ? null : last.trim() === 'ended',
    end: () => mark('ended'),
  };
}
