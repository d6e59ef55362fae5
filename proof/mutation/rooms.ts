/** What the proof changes, and the tests that are to notice. */
export type Room = {
  name: string;
  /** Killed of a hundred, at least. */
  aim: number;
  /** process: every mutant, in one process; stryker: those drawn, where tests leave rows behind. */
  by: 'process' | 'stryker';
  mutate: readonly string[];
  tests: readonly string[];
};

const TESTS = '**/*.test.ts';
const attacks = (...names: string[]) => names.map((name) => `server/attacks/${name}.test.ts`);

export const ROOMS: readonly Room[] = [
  {
    name: 'domain',
    aim: 95,
    by: 'process',
    mutate: ['domain/**/*.ts', '!**/*.test.ts', '!domain/testing/**'],
    tests: [`domain/${TESTS}`],
  },
  serverRoom(
    'http',
    ['http'],
    [
      'server/features/travellers/travellers.test.ts',
      ...attacks('addresses', 'files', 'headers', 'hosts', 'logouts', 'sessions', 'wire', 'xsrf'),
    ],
  ),
  serverRoom(
    'accounts',
    ['accounts', 'passwords', 'factors', 'login', 'profile'].map(featureOf),
    attacks(
      ...['changed-mails', 'factor-races', 'links', 'locked-accounts', 'login-guessing', 'logouts'],
      ...['password-races', 'profile', 'second-factor', 'sessions', 'shown-links', 'told-owners'],
    ),
  ),
  serverRoom(
    'reservations',
    ['reservations', 'requests', 'desk', 'terms'].map(featureOf),
    attacks('other-companies', 'replayed-reservations'),
  ),
];

function featureOf(noun: string): string {
  return `features/${noun}`;
}

function serverRoom(name: string, folders: readonly string[], more: readonly string[]): Room {
  return {
    name,
    aim: 90,
    by: 'stryker',
    mutate: folders.flatMap((folder) => [`server/${folder}/**/*.ts`, `!server/${folder}/${TESTS}`]),
    tests: [...folders.map((folder) => `server/${folder}/${TESTS}`), ...more],
  };
}
