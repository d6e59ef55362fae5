import { cleanup } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { useClientState } from '#web/shared/feedback/client-state.ts';

// a call repeated after its test finds no network
window.fetch = () => new Promise(() => undefined);

beforeEach(() => {
  // a call that ends after its test counts down in the next one
  useClientState.setState(useClientState.getInitialState(), true);
  for (const method of ['error', 'warn'] as const) {
    vi.spyOn(console, method).mockImplementation((...words) => {
      throw new Error(`an unexpected console.${method}: ${words.join(' ')}`);
    });
  }
});

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  localStorage.clear();
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

// the next file has stores of its own
afterAll(() => void vi.resetModules());
