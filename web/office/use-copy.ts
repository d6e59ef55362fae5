import { useState } from 'react';

/** Copies a text for somebody to paste elsewhere, and what is to be said of it: `done`, or `otherwise` where it cannot. */
export function useCopy(done: string, otherwise: string) {
  const [said, setSaid] = useState('');

  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(done);
    } catch {
      // without permission, or on a plain connection, the browser has no clipboard to give
      setSaid(otherwise);
    }
  }

  return { said, copy };
}
