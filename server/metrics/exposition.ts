/** One metric with its samples: what follows the name (labels, or the part of a histogram), and the value. */
export type Family = {
  name: string;
  type: 'gauge' | 'histogram';
  help: string;
  samples: [suffix: string, value: number][];
};

/** A gauge without labels; without a sample where there is nothing to tell. */
export function gauge(name: string, help: string, value: number | null): Family {
  return { name, type: 'gauge', help, samples: value === null ? [] : [['', value]] };
}

/** `{route="/",status="200"}` */
export function writeLabels(labels: Record<string, string>): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n')}"`,
  );
  return `{${pairs.join(',')}}`;
}

/** Prometheus' text format, version 0.0.4. */
export function writeFamilies(families: readonly Family[]): string {
  return families
    .flatMap(({ name, type, help, samples }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...samples.map(([suffix, value]) => `${name}${suffix} ${value}`),
    ])
    .map((line) => `${line}\n`)
    .join('');
}
