// Tells transient failures (503, retry) from permanent ones.

import { OverloadError, StoreError } from '../../core/index.ts';
import type { HttpResponse } from './messages.ts';

/** Whether the same request may soon succeed: it is answered with 503 and Retry-After. */
export function isTransient(error: unknown): boolean {
  if (error instanceof OverloadError) return true;
  return error instanceof StoreError && (error.code === 'unavailable' || error.code === 'conflict');
}

/** The error message of a transient failure, without a full stop. It advises a retry once. */
export function retryMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (isUncertain(error)) return `${message} It is not known whether this was done`;
  return `${message} Nothing was done${/; retry\b/.test(message) ? '' : '; try again'}`;
}

/**
 * The response to a transient failure: 503 with Retry-After means that nothing was done. If that is not known, the connection breaks
 * without an answer, as where a server dies.
 */
export function transientFailure(error: unknown, response: HttpResponse): HttpResponse {
  return isUncertain(error) ? { ...response, delivery: 'reset' } : withRetryAfter(response);
}

function isUncertain(error: unknown): boolean {
  return error instanceof StoreError && error.isUncertain;
}

/** The response with the header `Retry-After`, in seconds. */
export function withRetryAfter(response: HttpResponse, seconds = 1): HttpResponse {
  return { ...response, headers: { ...response.headers, 'Retry-After': String(seconds) } };
}
