import { type Probe, probe } from './probe.ts';

/** Milliseconds between ticks, the unit of the durations below. A stopped process counts no silence of the database. */
const TICK_MS = 100;
const PROBE_AFTER = 3;
/** Ticks between checks, after the last one ended or while it is open. */
const PROBE_AGAIN_AFTER = 3;
const PROBE_BESIDE_AFTER = 10;
/** Ticks after which a query fails, if SILENT_AFTER has passed too. Contract 3 allows 2 seconds. */
const FAIL_AFTER = 14;
const SILENT_AFTER = 11;
const AWAY_AFTER = 25;

export interface SilenceMonitor {
  isAway(): boolean;
  recordActivity(): void;
  /** Call at a query's start; the result ends its wait. `giveUp` is called when no answer can be expected. */
  trackQuery(giveUp: () => void): () => void;
  close(): void;
}

/**
 * Distinguishes a slow database from a frozen or unreachable one, by any bytes on any connection and a check on a new
 * one. `onAway` is called when no connection is worth reuse.
 */
export function monitorSilence(url: string, onAway: () => void): SilenceMonitor {
  const waits = new Set<{ ticks: number; giveUp: () => void }>();
  const probes = new Set<Probe>();
  let isSuspected = false;
  let silentTicks = 0;
  let ticksSinceProbe = PROBE_BESIDE_AFTER;
  let timer: NodeJS.Timeout | undefined;

  const isAway = () => silentTicks >= AWAY_AFTER;

  function recordActivity(): void {
    isSuspected = false;
    silentTicks = 0;
  }

  function tick(): void {
    ticksSinceProbe += 1;
    for (const wait of waits) {
      wait.ticks += 1;
      isSuspected ||= wait.ticks >= PROBE_AFTER;
    }
    if (!isSuspected) {
      if (waits.size === 0) stop();
      return;
    }
    if (ticksSinceProbe >= (probes.size === 0 ? PROBE_AGAIN_AFTER : PROBE_BESIDE_AFTER)) startProbe();
    silentTicks += 1;
    if (silentTicks === AWAY_AFTER) onAway();
    if (silentTicks < SILENT_AFTER) return;
    for (const { ticks, giveUp } of waits) if (ticks >= FAIL_AFTER || isAway()) giveUp();
  }

  function startProbe(): void {
    ticksSinceProbe = 0;
    const opened = probe(url, { onAnswer: recordActivity, onEnd: () => probes.delete(opened) });
    probes.add(opened);
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  return {
    isAway,
    recordActivity: recordActivity,
    trackQuery(giveUp) {
      const wait = { ticks: 0, giveUp };
      waits.add(wait);
      // after all received bytes were read, because `heard` must not come late
      timer ??= setInterval(() => setImmediate(tick), TICK_MS).unref();
      return () => waits.delete(wait);
    },
    close() {
      stop();
      for (const probe of probes) probe.close();
    },
  };
}
