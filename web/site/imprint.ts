import type { Imprint } from '#domain/publisher/imprint.ts';

/** Who publishes this instance, as the server wrote it into the page; in development it is a demonstration. */
export function readImprint(): Imprint {
  const text = document.querySelector('meta[name="imprint"]')?.getAttribute('content');
  // server/http/pages.ts writes an Imprint
  return text ? (JSON.parse(text) as Imprint) : { isDemonstration: true, publisher: null };
}
