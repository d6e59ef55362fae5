import type { ApiError } from '#domain/call.ts';

/** Text of spec 8, to the letter. */
const NO_NETWORK = "Vous n'êtes pas connecté à internet";

/** Failed call. `status` is 0 without an answer; `message` is French, for a person. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly status: number;
  readonly code: string;
  readonly body: unknown;

  constructor(status: number, message: string, code: string, body?: unknown) {
    super(message);
    this.status = status;
    this.code = code;
    this.body = body;
  }
}

export function failureOf(status: number, body: Partial<ApiError>): ApiFailure {
  return new ApiFailure(
    status,
    body.message ?? 'Le service ne peut pas répondre pour le moment. Veuillez réessayer dans un instant.',
    body.code ?? 'unknown',
    body,
  );
}

export function networkFailure(): ApiFailure {
  return new ApiFailure(0, NO_NETWORK, 'network');
}

/** True without an answer of the server itself, which may have done what was asked. */
export function isLost(error: unknown): boolean {
  return (
    error instanceof ApiFailure &&
    (['network', 'under_way'].includes(error.code) || [502, 504].includes(error.status))
  );
}

/** Code of a write that may have been done: nothing shown beside its message may say otherwise. */
export const OUTCOME_UNKNOWN = 'outcome_unknown';
