/** 200 connections compare while every bureau fixes once a second and three instances serve; then a soak. */
import { drive, type Load } from '../bench/client.ts';
import { type Server, Servers } from '../bench/servers.ts';
import { mb, median, ms, quantile, shown } from './figures.ts';
import { Bureaux, comparisons, listServed, type Sample, slope, startInstances, watchMemory } from './load.ts';
import { conclude, say } from './result.ts';

const INSTANCES = 3;
const CONNECTIONS = 200;
const CURRENCIES = 150;
const BUREAUX = Number(process.env.PROOF_BUREAUX ?? 30);
const SECONDS = Number(process.env.PROOF_SECONDS ?? 60);
const SOAK_SECONDS = Number(process.env.PROOF_SOAK_SECONDS ?? 600);
/** The first part of the soak does not count: code is still being compiled, pools and caches filled. */
const WARM_UP_SHARE = 0.25;
/** A leak of one kilobyte in a thousand requests would already be more. */
const MB_A_MINUTE = 1;

type Phase = {
  name: string;
  seconds: number;
  load: Load;
  fixings: ReturnType<Bureaux['take']>;
  memory: Sample[];
};

const servers = await Servers.open();
try {
  await run();
} finally {
  await servers.closeAll();
}

async function run(): Promise<void> {
  say(`${BUREAUX} bureaux of ${CURRENCIES} currencies, ${INSTANCES} instances`);
  const instances = await startInstances(servers, INSTANCES, BUREAUX, CURRENCIES);
  const requests = comparisons(await listServed(instances[0] as Server));
  const bureaux = await Bureaux.login(instances, BUREAUX);
  bureaux.start();
  const phases: Phase[] = [];
  for (const [name, seconds] of [
    ['load', SECONDS],
    ['soak', SOAK_SECONDS],
  ] as const) {
    if (seconds === 0) continue;
    say(`${name}: ${CONNECTIONS} connections for ${seconds} s`);
    const stopWatching = watchMemory(instances, Math.max(1, seconds / 40));
    bureaux.take();
    const ports = instances.map(({ port }) => port);
    const load = await drive(ports, requests, { connections: CONNECTIONS, seconds });
    phases.push({ name, seconds, load, fixings: bureaux.take(), memory: await stopWatching() });
    say(`  ${shown(load.perSecond)} requests/s, p50 ${ms(load.p50)}, p99 ${ms(load.p99)}`);
  }
  await bureaux.stop();
  tell(phases);
}

function tell(phases: readonly Phase[]): void {
  const failures = phases.flatMap(({ name, fixings, memory }) => {
    const grows = name === 'soak' ? slopes(memory).filter((one) => one > MB_A_MINUTE) : [];
    return [
      ...fixings.errors.map((error) => `${name}: ${error}`),
      ...grows.map((one) => `${name}: an instance grows by ${one.toFixed(2)} MB a minute`),
    ];
  });
  conclude('load', {
    promise: `${CONNECTIONS} connections compare without a pause while each of ${BUREAUX} bureaux of ${CURRENCIES} currencies fixes once a second and ${INSTANCES} instances serve from one PostgreSQL; nothing fails, and memory does not grow. The client, PostgreSQL and the instances share the machine.`,
    heads: [
      '',
      'seconds',
      'comparisons/s',
      'comparisons',
      'p50',
      'p99',
      'slowest',
      'errors',
      'fixings/s',
      'acknowledged p50 / p99',
      'errors',
      'held by each at start → at end',
      'resident at start → at end',
    ],
    rows: phases.map(({ name, seconds, load, fixings: { latencies, errors }, memory }) => [
      name,
      seconds,
      shown(load.perSecond),
      load.total.toLocaleString('en-GB'),
      ms(load.p50),
      ms(load.p99),
      ms(load.worst),
      // drive fails on the first one
      0,
      shown(latencies.length / seconds),
      `${shown(median(latencies))} / ${ms(quantile(latencies, 0.99))}`,
      errors.length,
      `${sizes(memory[0]?.held)} → ${sizes(memory.at(-1)?.held)}`,
      `${sizes(memory[0]?.mb)} → ${sizes(memory.at(-1)?.mb)}`,
    ]),
    notes: [
      ...phases
        .filter(({ name }) => name === 'soak')
        .map(({ memory }) => {
          const each = slopes(memory).map((one) => one.toFixed(2));
          return `What each instance holds (its heap and buffers, just after the garbage was collected) over the last three quarters of the soak, the line nearest to ${memory.length} samples: ${each.join(', ')} MB a minute.`;
        }),
      `Fixings that came more than a second late and were left out: ${phases.map(({ fixings }) => fixings.late).join(', ')}.`,
    ],
    failures,
  });
}

function slopes(memory: readonly Sample[]): number[] {
  const warm = memory.slice(Math.floor(memory.length * WARM_UP_SHARE));
  return Array.from({ length: INSTANCES }, (_, instance) => slope(warm, instance));
}

function sizes(each: readonly number[] = []): string {
  return each.map(mb).join(', ');
}
