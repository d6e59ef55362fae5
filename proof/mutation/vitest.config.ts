import { defineConfig } from 'vitest/config';

/** Stryker knows no projects: the domain's own tests, and nothing else. */
export default defineConfig({
  test: { include: ['domain/**/*.test.ts'], setupFiles: ['proof/mutation/seed.ts'] },
});
