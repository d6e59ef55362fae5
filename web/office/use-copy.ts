import { useState } from 'react';

export function useCopy(doneText: string, failureText: string) {
  const [outcome, setOutcome] = useState('');

  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome(doneText);
    } catch {
      // no clipboard without permission or HTTPS
      setOutcome(failureText);
    }
  }

  return { message: outcome, copy };
}
