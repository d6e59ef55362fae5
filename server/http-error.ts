import type { ApiError } from '#domain/api.ts';

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

export const DATABASE_AWAY: ApiError = {
  message: 'Le service est momentanément indisponible. Réessayez dans un instant.',
  code: 'database_away',
};

/** What cannot be answered before the database was read. */
export function databaseAway(): HttpError {
  return new HttpError(503, DATABASE_AWAY.code, DATABASE_AWAY.message, { retryAfter: 5 });
}
