// What went wrong for a moment only, and what will be wrong again.

import { OverloadError, StoreError } from '../../core/index.ts';

/** Whether the same request may do better in a moment: it is answered with 503 and Retry-After. */
export function isTransient(error: unknown): boolean {
  if (error instanceof OverloadError) return true;
  return error instanceof StoreError && (error.code === 'unavailable' || error.code === 'conflict');
}
