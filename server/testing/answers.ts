import type { LightMyRequestResponse } from 'fastify';

/** Internal details that no answer may contain: stacks, files, SQL, messages of the database. */
const INSIDE =
  /\bat \S+ \(|node_modules|node:internal|\.[cm]?[jt]s:\d|\/(?:work|home|usr|tmp|dev|app|root)\/|\b(?:select|insert into|update|delete from)\b.+\b(?:from|values|set|where)\b|syntax error|relation "|duplicate key|violates|constraint|SQLSTATE|pg_|postgres|kysely|fastify|FST_|ECONN|TypeError|RangeError|undefined|\[object/i;
const ENGLISH =
  /\b(?:the|is|are|not|must|should|invalid|expected|error|failed|failure|cannot|unexpected|bad request)\b/i;

/** Field beside message and code: rows of a conflict, or validation errors by line (contract 3 and 6). */
const BESIDE: Record<string, string> = {
  fixing_changed: 'current',
  fixings_changed: 'conflicts',
  invalid_lines: 'lines',
};

/**
 * Fault of an answer. null: a success, or a refusal of `{ message, code }` in French without internal details
 * (contract 3). Texts of the request may be quoted in the sentence.
 */
export function flawOf(answer: LightMyRequestResponse, sent: string): string | null {
  const { statusCode, body } = answer;
  if (statusCode >= 500) return `${statusCode}: ${body}`;
  if (statusCode < 400) return null;
  let refusal: { message?: unknown; code?: unknown };
  try {
    refusal = JSON.parse(body);
  } catch {
    return `no JSON: ${body}`;
  }
  const { message, code, ...others } = refusal;
  if (typeof message !== 'string' || typeof code !== 'string') return `no message and code: ${body}`;
  const more = Object.keys(others);
  if (more.some((name) => name !== BESIDE[code])) return `more than message and code: ${body}`;
  if (!/^[a-z]+(?:_[a-z]+)*$/.test(code)) return `not a code: ${code}`;
  if (!/[.?]$|\.$/.test(message.trimEnd())) return `not a sentence: ${message}`;
  // quotations in guillemets are field names or texts of the request
  const own = message.replace(/«[^»]*»/g, '');
  for (const pattern of [INSIDE, ENGLISH]) {
    const [found] = pattern.exec(own) ?? [];
    if (found !== undefined && !sent.includes(found)) return `says too much, or not in French: ${message}`;
  }
  return null;
}
