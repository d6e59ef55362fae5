import pino, { type DestinationStream, type Logger } from 'pino';

/** Fields of an error that the log may hold: names and numbers of the product, never a value. */
const LOGGED_FIELDS = [
  'code',
  'errno',
  'syscall',
  'statusCode',
  'severity',
  'routine',
  'table',
  'constraint',
];

const DATA_EXCEPTION = /^22[0-9A-Z]{3}$/;

export function openLog(stream: DestinationStream, level = 'info'): Logger {
  return pino({ level, serializers: { err: describeError } }, stream);
}

/**
 * Loggable part of an error. PostgreSQL's errors carry the refused row (`detail`) and the line of a file
 * (`where`), so unknown fields are dropped.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error;
  const fields = error as Error & Record<string, unknown>;
  const told = Object.fromEntries(
    LOGGED_FIELDS.flatMap((name) => (name in fields ? [[name, fields[name]]] : [])),
  );
  const isOfData = DATA_EXCEPTION.test(String(fields.code));
  const message = isOfData ? 'a value that PostgreSQL cannot take' : error.message;
  return {
    type: error.name,
    message,
    // the first line of a stack repeats the message, however many lines that has
    stack: error.stack?.replace(error.message, () => message),
    ...told,
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
    ...(error instanceof AggregateError && { errors: error.errors.map(describeError) }),
  };
}
