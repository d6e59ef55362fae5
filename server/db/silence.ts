import { ask, type Question } from './presence.ts';

/** Milliseconds between ticks, the unit of the durations below. A stopped process counts no silence of the database. */
const TURN_MS = 100;
const SUSPECT_AFTER = 3;
/** Ticks between checks, after the last one ended or while it is open. */
const ASK_AGAIN_AFTER = 3;
const ASK_BESIDE_AFTER = 10;
/** Ticks after which a query fails, if SILENT_AFTER has passed too. Contract 3 allows 2 seconds. */
const FAIL_AFTER = 14;
const SILENT_AFTER = 11;
const AWAY_AFTER = 25;

export interface Silence {
  isAway(): boolean;
  heard(): void;
  /** Call at a query's start; the result ends its wait. `giveUp` is called when no answer can be expected. */
  wait(giveUp: () => void): () => void;
  close(): void;
}

/**
 * Distinguishes a slow database from a frozen or unreachable one, by any bytes on any connection and a check on a new
 * one. `onAway` is called when no connection is worth reuse.
 */
export function watchSilence(url: string, onAway: () => void): Silence {
  const waits = new Set<{ turns: number; giveUp: () => void }>();
  const questions = new Set<Question>();
  let isSuspected = false;
  let silentTurns = 0;
  let turnsSinceAsked = ASK_BESIDE_AFTER;
  let timer: NodeJS.Timeout | undefined;

  const isAway = () => silentTurns >= AWAY_AFTER;

  function heard(): void {
    isSuspected = false;
    silentTurns = 0;
  }

  function turn(): void {
    turnsSinceAsked += 1;
    for (const wait of waits) {
      wait.turns += 1;
      isSuspected ||= wait.turns >= SUSPECT_AFTER;
    }
    if (!isSuspected) {
      if (waits.size === 0) stop();
      return;
    }
    if (turnsSinceAsked >= (questions.size === 0 ? ASK_AGAIN_AFTER : ASK_BESIDE_AFTER)) question();
    silentTurns += 1;
    if (silentTurns === AWAY_AFTER) onAway();
    if (silentTurns < SILENT_AFTER) return;
    for (const { turns, giveUp } of waits) if (turns >= FAIL_AFTER || isAway()) giveUp();
  }

  function question(): void {
    turnsSinceAsked = 0;
    const asked = ask(url, { onAnswer: heard, onEnd: () => questions.delete(asked) });
    questions.add(asked);
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  return {
    isAway,
    heard,
    wait(giveUp) {
      const wait = { turns: 0, giveUp };
      waits.add(wait);
      // after all received bytes were read, because `heard` must not come late
      timer ??= setInterval(() => setImmediate(turn), TURN_MS).unref();
      return () => waits.delete(wait);
    },
    close() {
      stop();
      for (const asked of questions) asked.close();
    },
  };
}
