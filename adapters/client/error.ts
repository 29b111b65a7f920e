// The one error of the client.

/** A request that the server refused, or that it did not answer. */
export class RepriseError extends Error {
  override readonly name = 'RepriseError';
  /**
   * The code of the server, such as `world-unknown`; or `unreachable` (no answer, or one that broke off), `not-reprise` (another
   * server answered), `invalid-argument` (nothing was sent).
   */
  readonly code: string;
  /** The status of the answer; 0 if there is none. */
  readonly status: number;

  constructor(code: string, message: string, status = 0) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** Whether the same request may succeed later: the server does not answer, or answers 429 or 503. */
export function mayRetry(error: unknown): boolean {
  if (!(error instanceof RepriseError)) return false;
  return error.code === 'unreachable' || error.status === 503 || error.status === 429;
}
