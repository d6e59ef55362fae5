import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { useClientState } from '#web/shared/feedback/client-state.ts';

const atStart = useClientState.getState();

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...words) => {
    throw new Error(`an unexpected console.error: ${words.join(' ')}`);
  });
});

afterEach(() => {
  cleanup();
  useClientState.setState(atStart, true);
  sessionStorage.clear();
  vi.restoreAllMocks();
});
