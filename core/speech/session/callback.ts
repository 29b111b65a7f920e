// A message of /v1/listen that is sent by HTTP in place of the socket. It is removed when its outcome is known.

import type { Json } from '../../kernel/canonical.ts';

export type Callback = {
  readonly id: string;
  readonly sessionId: string;
  readonly callbackUrl: string;
  readonly method: string;
  /** Printed by listen/message.ts. */
  readonly message: Json;
};

/** `refused`: the host refuses connections; `unreachable`: any other failure; `forbidden`: it is not allowed. */
export type CallbackOutcome =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'timeout' | 'refused' | 'unreachable' | 'forbidden' };
