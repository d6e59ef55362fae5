import { useEffect, useState } from 'react';
import { type To, useLocation, useNavigate, useNavigation } from 'react-router';

const PAUSE_IN_TYPING = 250;

/**
 * The field of a search whose text lives in the address. What is typed stands in the field until it was asked for,
 * after a pause; then the address says what does. `addressOf` is always the same function.
 */
export function useTypedSearch<F extends { q: string; page: number }>(
  filter: F,
  addressOf: (filter: F) => To,
): { value: string; onType: (text: string) => void } {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [typed, setTyped] = useState({ text: '', isAsked: true });
  const next = useNavigation().location?.pathname;
  // asking would call back one who is on the way to another page
  const isLeaving = next !== undefined && next !== pathname;
  useEffect(() => {
    if (typed.isAsked || isLeaving) return;
    const ask = async () => {
      const q = typed.text.trim();
      if (q !== filter.q) await navigate(addressOf({ ...filter, q, page: 1 }), { replace: true });
      setTyped((now) => (now === typed ? { ...typed, isAsked: true } : now));
    };
    const pause = setTimeout(() => void ask(), PAUSE_IN_TYPING);
    return () => clearTimeout(pause);
  }, [typed, filter, addressOf, navigate, isLeaving]);
  return {
    value: typed.isAsked && typed.text.trim() !== filter.q ? filter.q : typed.text,
    onType: (text) => setTyped({ text, isAsked: false }),
  };
}
