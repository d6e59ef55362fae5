/** Header of a comparison in the site's own spelling. */
export const TYPE = 'Content-Type: application/json\r\n';
/** Equivalent header, which the fast path leaves to the framework. */
export const LONG_TYPE = 'Content-Type: application/json; charset=utf-8\r\n';
export const CLOSE = 'Connection: close\r\n';

export function post(
  body: string,
  headers = TYPE,
  { host = 'localhost', line = 'POST /api/public/offers HTTP/1.1', length = Buffer.byteLength(body) } = {},
): string {
  const bytes = Buffer.from(body).toString('latin1');
  return `${line}\r\nHost: ${host}\r\n${headers}Content-Length: ${length}\r\n\r\n${bytes}`;
}
