/** spec 8, to the letter */
export const NO_NETWORK = "Vous n'êtes pas connecté à internet";

/** A call that did not succeed. `status` is 0 when no answer came; `message` is French, for a person. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly status: number;
  readonly code: string;
  /** the whole answer, for what some calls add to it */
  readonly body: unknown;

  constructor(status: number, message: string, code: string, body?: unknown) {
    super(message);
    this.status = status;
    this.code = code;
    this.body = body;
  }
}
