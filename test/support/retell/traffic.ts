// Recorded requests with their answers, for tests of what is read from them.

import type { RecordedRequest, Traffic } from '../../../adapters/upstream/traffic.ts';

export interface Recorded {
  readonly n?: number;
  readonly atMs?: number;
  readonly method?: string;
  readonly url: string;
  readonly status?: number;
  /** Of the answer, as JSON. Absent: the request has none. */
  readonly answer?: unknown;
}

/** Of the service that owns the path. */
export function recordedRequest(
  service: string,
  { n = 1, atMs = 0, method = 'GET', url, status = 200, answer }: Recorded,
): RecordedRequest {
  const parts = [{ atMs, text: JSON.stringify(answer) }];
  const outcome = { n: n + 1, atMs, status, headers: {}, parts, failure: undefined, isCut: false };
  const request = { n, place: n, atMs, service, method, url, headers: {}, content: { text: '' } };
  return { ...request, outcome: answer === undefined ? undefined : outcome };
}

/** The traffic of a proxy with these requests, in their order. */
export function trafficWith(requests: readonly RecordedRequest[]): Traffic {
  return {
    isOfWorld: false,
    services: [...new Set(requests.map(({ service }) => service))],
    urls: new Map(),
    salt: '',
    rules: [],
    isCut: false,
    entryCount: 2 * requests.length,
    requests,
    operations: [],
    sockets: [],
    webhooks: [],
  };
}
