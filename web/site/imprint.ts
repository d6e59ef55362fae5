import type { Imprint } from '#domain/publisher/imprint.ts';

export function readImprint(): Imprint {
  const text = document.querySelector('meta[name="imprint"]')?.getAttribute('content');
  // Imprint, as written by server/http/pages.ts
  return text ? (JSON.parse(text) as Imprint) : { isDemonstration: true, publisher: null };
}
