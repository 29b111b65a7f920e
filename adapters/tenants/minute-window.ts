// What a tenant has used in the present minute. A minute begins with the first request after the one before.

import type { Tenant } from '../../core/index.ts';
import { LimitError } from '../protocol/admission.ts';

export const windowMs = 60_000;

export class MinuteWindow {
  #beganMs = Number.NEGATIVE_INFINITY;
  #requests = 0;
  #bytes = 0;

  /** Counts a request. Throws LimitError if the minute has had all that is allowed: then it is not counted. */
  admit(tenant: Tenant, bodyBytes: number, nowMs: number): void {
    const refusal = this.refusal(tenant, nowMs);
    if (refusal !== undefined) throw refusal;
    if (this.#isOver(nowMs)) {
      this.#beganMs = nowMs;
      this.#requests = 0;
      this.#bytes = 0;
    }
    this.#requests += 1;
    this.#bytes += bodyBytes;
  }

  /** Counts bytes that follow a request. */
  add(bytes: number): void {
    this.#bytes += bytes;
  }

  /** Why the next request would be refused. */
  refusal({ limits }: Tenant, nowMs: number): LimitError | undefined {
    const isOver = this.#isOver(nowMs);
    const [requests, bytes] = isOver ? [0, 0] : [this.#requests, this.#bytes];
    const { requestsPerMinute, bytesPerMinute } = limits;
    const waitMs = isOver ? windowMs : this.#beganMs + windowMs - nowMs;
    const refused = (limit: string) =>
      new LimitError(
        `The worlds of this tenant may have ${limit} a minute on this server; retry later.`,
        Math.max(1, Math.ceil(waitMs / 1_000)),
      );
    if (requestsPerMinute !== undefined && requests >= requestsPerMinute) {
      return refused(`${requestsPerMinute} requests`);
    }
    if (bytesPerMinute !== undefined && bytes >= bytesPerMinute) {
      return refused(`${bytesPerMinute} bytes`);
    }
    return undefined;
  }

  #isOver(nowMs: number): boolean {
    return nowMs - this.#beganMs >= windowMs;
  }
}
