// The result of a signing command. No state holds it: it is read from the event.

import { omitUndefined } from '../../kernel/omit-undefined.ts';
import type { Event } from '../../kernel/message.ts';
import type { PayloadSigned } from '../events/signing.ts';

export interface SignatureView {
  readonly signature: string;
  readonly signedTransaction?: string;
  readonly txHash?: string;
  readonly signedDelegateAction?: string;
}

/** Undefined if nothing was signed. */
export function signatureView(events: readonly Event[]): SignatureView | undefined {
  const signed = events.find(isSigned);
  if (signed === undefined) return undefined;
  const { signature, signedTransaction, txHash, signedDelegateAction } = signed;
  return { signature, ...omitUndefined({ signedTransaction, txHash, signedDelegateAction }) };
}

function isSigned(event: Event): event is PayloadSigned {
  return event.type === 'PayloadSigned';
}
