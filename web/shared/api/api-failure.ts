/** Text of spec 8, to the letter. */
export const NO_NETWORK = "Vous n'êtes pas connecté à internet";

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
