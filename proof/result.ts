/** What a proof says: its progress on the error output, its Markdown result on the standard one. */
import { cpus, loadavg, totalmem } from 'node:os';

export type Row = readonly (string | number)[];

export function say(sentence: string): void {
  console.error(`${new Date().toISOString().slice(11, 19)}  ${sentence}`);
}

/** Ends the proof: its part of docs/proof.md, and an exit code that says whether the promise held. */
export function conclude(
  name: string,
  {
    promise,
    heads,
    rows,
    more = [],
    notes = [],
    failures,
  }: {
    promise: string;
    heads: Row;
    rows: readonly Row[];
    /** further tables */
    more?: readonly { heads: Row; rows: readonly Row[] }[];
    notes?: readonly string[];
    failures: readonly string[];
  },
): void {
  const verdict =
    failures.length === 0
      ? '**Holds.**'
      : `**Does not hold** (${failures.length}):\n\n${listing(failures.slice(0, 20))}`;
  console.log(
    [
      `## ${name}`,
      promise,
      `${new Date().toISOString().slice(0, 10)}, ${machine()}: \`npm run proof -- ${name}\``,
      ...[{ heads, rows }, ...more].map(tableOf),
      ...(notes.length > 0 ? [listing(notes)] : []),
      verdict,
    ].join('\n\n'),
  );
  process.exitCode = failures.length === 0 ? 0 : 1;
}

function tableOf({ heads, rows }: { heads: Row; rows: readonly Row[] }): string {
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function listing(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

function machine(): string {
  const processors = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  const model = processors[0]?.model.trim() ?? 'unknown';
  // what else ran meanwhile tells what the times are worth
  const load = loadavg()[2]?.toFixed(1);
  return `${processors.length} cores (${model}, load average ${load}), ${memory} GiB, Node ${process.version}`;
}
