/** The races and the counters on one scene, and what must have come of them. */
import { createRandom } from '../../server/seed/random.ts';
import { say } from '../result.ts';
import { type Aftermath, letADayPass, lookAfter } from './aftermath.ts';
import { Asks } from './asks.ts';
import { Changes } from './changes.ts';
import * as counter from './counter.ts';
import * as races from './races.ts';
import { Scene } from './scene.ts';

export type Plan = {
  races: number;
  travellers: number;
  counters: number;
  seed: number;
  /** not to wait until what a dead instance held is free again, which takes minutes */
  isShort?: boolean;
};
export type Outcome = {
  races: races.Round[];
  counters: counter.Round[];
  aftermath: Aftermath;
  failures: string[];
};

/** Of the last part, which mostly waits, `beside` is done meanwhile. */
export async function proveBookings<T>(
  plan: Plan,
  beside: () => Promise<T>,
): Promise<{ outcome: Outcome; besides: T }> {
  const draw = createRandom(plan.seed);
  const { scene, bureaux } = await Scene.open([
    { name: 'derniers-billets', branches: plan.races, ready: races.READY, terms: {} },
    {
      name: 'deux-agents',
      branches: plan.counters,
      ready: counter.READY,
      terms: { answer_minutes: counter.ANSWER_SECONDS / 60, accepts_up_to: counter.ACCEPTED_UP_TO },
    },
  ]);
  try {
    const [asks, changes] = [new Asks(scene), new Changes(scene)];
    const [racing, working] = bureaux;
    if (!racing || !working) throw new Error('there are two bureaux');
    const played = { races: [] as races.Round[], counters: [] as counter.Round[] };
    for (let round = 0; round < plan.races; round++) {
      const one = await races.race({ scene, bureau: racing, asks, changes, draw }, round, plan.travellers);
      played.races.push(one);
      tell(
        `race ${round + 1}/${plan.races} (${one.death}): ${one.made} made, ${one.givenBack} given back, ${Math.round(one.ms)} ms`,
        one.failures,
      );
      scene.countMails();
    }
    for (let round = 0; round < plan.counters; round++) {
      const one = await counter.work({ scene, bureau: working, asks, changes, draw }, round);
      played.counters.push(one);
      tell(
        `agents ${round + 1}/${plan.counters} (${one.death}): ${one.done} of ${one.tried} changes done`,
        one.failures,
      );
      scene.countMails();
    }
    await letADayPass(scene, working, plan.counters);
    say('waiting for what is due to be ended, and for what is written to arrive');
    const [aftermath, besides] = await Promise.all([
      lookAfter(scene, bureaux, changes, plan.isShort),
      beside(),
    ]);
    const failures = [...played.races, ...played.counters, aftermath].flatMap((one) => one.failures);
    if (failures.length > 0) say(await scene.lastWords());
    return { outcome: { ...played, aftermath, failures }, besides };
  } finally {
    await scene.close();
  }
}

function tell(sentence: string, failures: readonly string[]): void {
  say(failures.length > 0 ? `${sentence}\n${failures.slice(0, 5).join('\n')}` : sentence);
}
