import '../../server/testing/clock/test-day.ts';
import { defineConfig } from 'vitest/config';

/** The tests of a room of the server that run in one process: a mutant is not there in a server that a test starts. */
export default defineConfig({
  test: {
    include: process.env.MUTATION_TESTS?.split(',') ?? [],
    setupFiles: ['proof/mutation/seed.ts'],
    globalSetup: ['server/testing/global-setup.ts'],
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
