import '../../server/testing/clock/test-day.ts';
import { defineConfig } from 'vitest/config';

/** One file after another: times are compared. */
export default defineConfig({
  test: {
    include: ['proof/guessing/*.test.ts'],
    globalSetup: ['server/testing/global-setup.ts'],
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});
