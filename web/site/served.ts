import type { DatedCurrency } from '#domain/currencies/currency.ts';

// Id of the element with the currencies of the landing page that the server rendered.
export const SERVED_ID = 'accueil';

// true for the landing page, with the comparison of its address or without one.
export function isLanding(): boolean {
  return /^(#\/?(\?.*)?)?$/.test(location.hash);
}

// null: another page is asked for, or no server rendered this one.
export function readServed(): DatedCurrency[] | null {
  const text = isLanding() && document.getElementById(SERVED_ID)?.textContent;
  // answer of the call, as written by web/pages/landing/Application.tsx
  return text ? (JSON.parse(text) as DatedCurrency[]) : null;
}
