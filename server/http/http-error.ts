/** What a person did that cannot be done: answered with its status, sentence and code (contract 3). */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string;
  /** seconds after which it may be asked again */
  readonly retryAfter: number | undefined;

  constructor(status: number, code: string, sentence: string, { retryAfter }: { retryAfter?: number } = {}) {
    super(sentence);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** What cannot be answered without the database. */
export function databaseAway(): HttpError {
  const sentence = 'Le service est momentanément indisponible. Réessayez dans un instant.';
  return new HttpError(503, 'database_away', sentence, { retryAfter: 5 });
}
