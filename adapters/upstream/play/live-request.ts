// A request of a live client.

import type { WireHeaders } from '../../recording/redaction/headers.ts';

export interface LiveRequest {
  readonly method: string;
  /** Path and query, without the name of a cursor. */
  readonly url: string;
  /** Scheme, host and the prefix of the cursor, as the client knows the service. */
  readonly base: string;
  readonly headers: WireHeaders;
  readonly body: Buffer;
}

export type LiveSocket = Omit<LiveRequest, 'method' | 'body'>;
