// An error response in the form of the service. What is refused is not carried out.

export type ErrorAnswer = {
  /** The HTTP status, from 400 to 599. */
  readonly status: number;
  /** The error code of the service. Default: the one of the status. */
  readonly code?: string | number;
  readonly message?: string;
  /** The header Retry-After, in seconds. */
  readonly retryAfter?: number;
};
