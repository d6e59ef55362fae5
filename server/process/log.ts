import pino, { type DestinationStream, type Logger } from 'pino';

/** What an error may say beside its message: names and numbers of the product's own, never a value. */
const TOLD = ['code', 'errno', 'syscall', 'statusCode', 'severity', 'routine', 'table', 'constraint'];

/** SQLSTATE's data exceptions: their very message quotes what could not be read. */
const DATA_EXCEPTION = /^22[0-9A-Z]{3}$/;

/** The log of a process, one JSON text a line. Whatever it is given as `err` is told without anybody's values. */
export function openLog(stream: DestinationStream, level = 'info'): Logger {
  return pino({ level, serializers: { err: describeError } }, stream);
}

/**
 * What a log may hold of an error. PostgreSQL's own bring the row that was refused (`detail`), the line of a file
 * (`where`) and more; whatever else an error carries is left out unread.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error;
  const fields = error as Error & Record<string, unknown>;
  const told = Object.fromEntries(TOLD.flatMap((name) => (name in fields ? [[name, fields[name]]] : [])));
  const isOfData = DATA_EXCEPTION.test(String(fields.code));
  const message = isOfData ? 'a value that PostgreSQL cannot take' : error.message;
  return {
    type: error.name,
    message,
    // the first line of a stack repeats the message, whatever lines that one has
    stack: error.stack?.replace(error.message, () => message),
    ...told,
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
    ...(error instanceof AggregateError && { errors: error.errors.map(describeError) }),
  };
}
