import { ask, type Question } from './presence.ts';

/** Time is counted in turns of a timer: while this process is stopped itself, it counts no silence of the database. */
const TURN_MS = 100;
/** In turns, like all that follow. A query has no answer for so long: the database is asked if it is there. */
const SUSPECT_AFTER = 3;
/** When it is asked again: once the last question was answered or broke off, and while that one is still open. */
const ASK_AGAIN_AFTER = 3;
const ASK_BESIDE_AFTER = 10;
/** A query fails that has waited for FAIL_AFTER, if nothing was heard for SILENT_AFTER: contract 3 leaves 2 seconds. */
const FAIL_AFTER = 14;
const SILENT_AFTER = 11;
/** Nothing heard for so long: every query fails at once, until something is heard. */
const AWAY_AFTER = 25;

export interface Silence {
  isAway(): boolean;
  /** To be called when anything comes from the database, on any connection. */
  heard(): void;
  /** To be called when a query begins; returns what ends its wait. `giveUp` is called when no answer can be expected. */
  wait(giveUp: () => void): () => void;
  close(): void;
}

/**
 * Tells a slow database from one that is frozen or cut off, which look alike to a query that waits. A database that
 * sends anything on any connection is there; when an answer is late it is asked on a new connection. `onAway` is called
 * when it has said nothing for so long that no connection is worth keeping.
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
      // after what has already come was read: it must not be called late
      timer ??= setInterval(() => setImmediate(turn), TURN_MS).unref();
      return () => waits.delete(wait);
    },
    close() {
      stop();
      for (const asked of questions) asked.close();
    },
  };
}
