// Sessions written by hand, as services read them.

import type { ShownExchange, ShownSession } from '../../../adapters/contracts/shown-session.ts';
import { redacted } from '../../../adapters/upstream/fixture/shown-sessions.ts';

type Step = readonly [request: string, answer: unknown, sent?: unknown, status?: number];

/** Each step is a request such as `GET /v1/w3s/wallets`, and its answer; entries are numbered from 1. */
export function sessionOf(steps: readonly Step[], own: Partial<ShownSession> = {}): ShownSession {
  return {
    exchanges: steps.map((step, index) => exchangeOf(step, index + 1)),
    sockets: [],
    webhooks: [],
    epochMs: Date.parse('2026-01-01T00:00:00Z'),
    isRedacted: (value) => redacted.test(JSON.stringify(value) ?? ''),
    ...own,
  };
}

function exchangeOf([request, answer, sent, status = 200]: Step, n: number): ShownExchange {
  const [method = '', url = ''] = request.split(' ');
  const [path = '', query = ''] = url.split('?');
  return { n, method, path, query: new URLSearchParams(query), sent, status, answer };
}
