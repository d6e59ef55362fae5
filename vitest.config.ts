import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // many tests wait for other processes more than they compute
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['domain/**/*.test.ts', 'web/**/*.test.ts', 'scripts/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'proof/*.test.ts'],
          // real databases, on a machine that also does other things
          testTimeout: 30_000,
          hookTimeout: 30_000,
          globalSetup: ['server/testing/global-setup.ts'],
        },
      },
    ],
  },
});
