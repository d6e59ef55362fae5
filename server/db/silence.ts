import { ask, type Question } from './presence.ts';

/** Time is counted in turns of our own: whatever stops this process stops its count of the database's silence. */
const TURN_MS = 100;
/** In turns. How long an answer is awaited before the database is asked whether it is there. */
const SUSPECT_AFTER = 3;
/** How long it is left alone once it has been asked: when it has answered, or its line broke; when it has not. */
const ASK_AGAIN_AFTER = 3;
const ASK_BESIDE_AFTER = 10;
/** What has waited for so long fails, when nothing at all was heard for so long: a refusal takes less than 2 s. */
const FAIL_AFTER = 14;
const SILENT_AFTER = 11;
/** Nothing heard for so long: everything fails, at once, until something is heard. */
const AWAY_AFTER = 25;

export interface Silence {
  isAway(): boolean;
  /** Anything came from the database, on whatever connection. */
  heard(): void;
  /** Somebody waits for an answer; `giveUp` is called when none is to be expected. Returns what ends the wait. */
  wait(giveUp: () => void): () => void;
  close(): void;
}

/**
 * Tells a database that is slow from one that is away without a word (frozen, cut off): to who waits on a
 * connection both look alike. While it says anything to anybody it is there; when an answer is late it is asked, on
 * lines of its own. `onAway`: it has said nothing for so long that no connection to it is worth keeping.
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
      // what has already come is read before it is called late
      timer ??= setInterval(() => setImmediate(turn), TURN_MS).unref();
      return () => waits.delete(wait);
    },
    close() {
      stop();
      for (const asked of questions) asked.close();
    },
  };
}
