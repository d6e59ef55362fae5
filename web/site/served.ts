import type { LandingData } from '#domain/pages/page.ts';

// Id of the element with the data of the landing page that the server rendered.
export const SERVED_ID = 'accueil';

// true for the landing page, with the comparison of its address or without one.
export function isLanding(): boolean {
  return /^(#\/?(\?.*)?)?$/.test(location.hash);
}

// null: another page is asked for, or no server rendered this one.
export function readServed(): LandingData | null {
  const text = isLanding() && document.getElementById(SERVED_ID)?.textContent;
  // data as written by web/pages/landing/Application.tsx
  return text ? (JSON.parse(text) as LandingData) : null;
}
