// Tells transient failures (503, retry) from permanent ones.

import { OverloadError, StoreError } from '../../core/index.ts';
import type { HttpResponse } from './messages.ts';

/** Whether the same request may soon succeed: it is answered with 503 and Retry-After. */
export function isTransient(error: unknown): boolean {
  if (error instanceof OverloadError) return true;
  return error instanceof StoreError && (error.code === 'unavailable' || error.code === 'conflict');
}

/** The error message of a transient failure, without a full stop. */
export function retryMessage(error: unknown): string {
  const isUncertain = error instanceof StoreError && error.isUncertain;
  const effect = isUncertain
    ? 'It is not known whether this was done'
    : 'Nothing was done; try again';
  return `${error instanceof Error ? error.message : ''} ${effect}`;
}

/** The response with the header `Retry-After`, in seconds. */
export function withRetryAfter(response: HttpResponse, seconds = 1): HttpResponse {
  return { ...response, headers: { ...response.headers, 'Retry-After': String(seconds) } };
}
