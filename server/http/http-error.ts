export class HttpError extends Error {
  readonly status: number;
  readonly code: string;
  /** Seconds. */
  readonly retryAfter: number | undefined;
  readonly details: object | undefined;

  constructor(
    status: number,
    code: string,
    sentence: string,
    { retryAfter, details }: { retryAfter?: number; details?: object } = {},
  ) {
    super(sentence);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
    this.details = details;
  }
}

export function databaseAway(): HttpError {
  const sentence = 'Le service est momentanément indisponible. Réessayez dans un instant.';
  return new HttpError(503, 'database_away', sentence, { retryAfter: 5 });
}
