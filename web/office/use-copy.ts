import { useState } from 'react';

export function useCopy(done: string, otherwise: string) {
  const [said, setSaid] = useState('');

  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(done);
    } catch {
      // no clipboard without permission or HTTPS
      setSaid(otherwise);
    }
  }

  return { said, copy };
}
