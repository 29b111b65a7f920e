// How records are printed: instants, and custody. Without schemas, so that a page in a browser can print them, too.

import { rememberingLast } from '../../../remembering-last.ts';

/** ISO-8601 in UTC with seconds precision (reference/wallet.md section 2). */
export const printInstant = rememberingLast(
  (atMs: number) => `${new Date(atMs).toISOString().slice(0, -'.000Z'.length)}Z`,
);

export function printDates({ createdMs, updatedMs }: { createdMs: number; updatedMs: number }) {
  return { createDate: printInstant(createdMs), updateDate: printInstant(updatedMs) };
}

/** The custody of a set and its wallets: an end user's, or the developer's. */
export function printCustody({ userId }: { readonly userId?: string }) {
  return userId === undefined
    ? { custodyType: 'DEVELOPER' as const }
    : { custodyType: 'ENDUSER' as const, userId };
}
