// The reason phrases of answers (RFC 9112 section 4). Only one that is not that of its status is recorded.

import { STATUS_CODES } from 'node:http';

/** That of a status; for one without, what Node sends. */
export function reasonOf(status: number): string {
  return STATUS_CODES[status] ?? 'unknown';
}

/** A reason as it can be sent: servers and files may have bytes that HTTP does not allow. */
export function sendableReason(status: number, reason: string | undefined): string {
  return reason !== undefined && /^[\t\x20-\x7e\x80-\xff]*$/.test(reason)
    ? reason
    : reasonOf(status);
}

/** What is recorded of a reason. */
export function recordedReason(
  status: number,
  reason: string | undefined,
): { readonly reason?: string } {
  const sendable = sendableReason(status, reason);
  return sendable === reasonOf(status) ? {} : { reason: sendable };
}
