/** What the proof changes, and the tests that are to notice. */
export type Room = {
  name: string;
  /** Killed of a hundred, at least. */
  aim: number;
  /** Mutants tried of each folder, at most. */
  most: number;
  mutate: readonly string[];
  tests: readonly string[];
};

const TESTS = '**/*.test.ts';
const attacks = (...names: string[]) => names.map((name) => `server/attacks/${name}.test.ts`);

export const ROOMS: readonly Room[] = [
  {
    name: 'domain',
    aim: 95,
    most: 150,
    mutate: ['domain/**/*.ts', '!**/*.test.ts', '!domain/testing/**'],
    tests: [`domain/${TESTS}`],
  },
  serverRoom(
    'http',
    120,
    ['http'],
    [
      'server/app.test.ts',
      'server/features/login/login.test.ts',
      'server/features/travellers/travellers.test.ts',
      'server/features/profile/photos.test.ts',
      'server/features/pages/cached-pages.test.ts',
      ...attacks('addresses', 'agent-load', 'files', 'headers', 'hosts', 'logouts', 'lost-answers'),
      ...attacks('sessions', 'wire', 'xsrf'),
    ],
  ),
  serverRoom('accounts', 40, ['accounts', 'passwords', 'factors', 'login', 'profile'].map(featureOf), [
    'server/features/travellers/code-limits.test.ts',
    ...attacks('changed-mails', 'factor-races', 'links', 'locked-accounts', 'login-guessing', 'logouts'),
    ...attacks('password-races', 'profile', 'restored-factors', 'second-factor', 'sessions', 'shown-links'),
    ...attacks('told-owners'),
  ]),
  serverRoom(
    'reservations',
    40,
    ['reservations', 'requests', 'desk', 'terms'].map(featureOf),
    attacks('other-companies', 'replayed-reservations'),
  ),
];

/** The folder of a file, as the proof counts by. */
export function folderOf(file: string): string {
  const [top, second, third] = file.split('/');
  return second === 'features' ? `${top}/${second}/${third}` : `${top}/${second}`;
}

function featureOf(noun: string): string {
  return `features/${noun}`;
}

function serverRoom(name: string, most: number, folders: readonly string[], more: readonly string[]): Room {
  return {
    name,
    aim: 90,
    most,
    mutate: folders.flatMap((folder) => [`server/${folder}/**/*.ts`, `!server/${folder}/${TESTS}`]),
    tests: [...folders.map((folder) => `server/${folder}/${TESTS}`), ...more],
  };
}
