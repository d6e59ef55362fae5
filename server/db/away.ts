// SQLSTATE classes of a server that cannot serve now: connection, resources, operator intervention.
const AWAY_CLASSES = ['08', '53', '57'];
const AWAY_ERRNOS = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ETIMEDOUT',
  'ENOENT',
  'EAI_AGAIN',
];
// pg errors without a code, when a connection ends or a limit of server/db/open.ts is reached.
const AWAY_MESSAGES =
  /connection terminated|connection timeout|timeout exceeded|query read timeout|client was closed|not queryable/i;

export class DatabaseAwayError extends Error {
  constructor() {
    super('the database does not answer');
  }
}

// pg's pool error while all connections are in use; a silent database fails sooner (server/db/guard.ts)
const NO_CONNECTION_FREE = 'timeout exceeded when trying to connect';

/** True when a query was never sent because all connections were in use for too long. */
export function isDatabaseBusy(error: unknown): boolean {
  return error instanceof Error && error.message === NO_CONNECTION_FREE;
}

/** True when a query failed because the database is away (503), not because of the query. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseAwayError) return true;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    (/^[0-9A-Z]{5}$/.test(code) && AWAY_CLASSES.includes(code.slice(0, 2))) ||
    (AWAY_ERRNOS.includes(code) && 'syscall' in error) ||
    AWAY_MESSAGES.test(error.message)
  );
}
