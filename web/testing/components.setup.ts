import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { useClientState } from '#web/shared/feedback/client-state.ts';

const atStart = useClientState.getState();

beforeEach(() => {
  for (const method of ['error', 'warn'] as const) {
    vi.spyOn(console, method).mockImplementation((...words) => {
      throw new Error(`an unexpected console.${method}: ${words.join(' ')}`);
    });
  }
});

afterEach(() => {
  cleanup();
  useClientState.setState(atStart, true);
  sessionStorage.clear();
  vi.restoreAllMocks();
});
