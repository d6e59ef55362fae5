export class HttpError extends Error {
  readonly status: number;
  readonly code: string;
  /** Seconds. */
  readonly retryAfter: number | undefined;

  constructor(status: number, code: string, sentence: string, { retryAfter }: { retryAfter?: number } = {}) {
    super(sentence);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

export function databaseAway(): HttpError {
  const sentence = 'Le service est momentanément indisponible. Réessayez dans un instant.';
  return new HttpError(503, 'database_away', sentence, { retryAfter: 5 });
}
