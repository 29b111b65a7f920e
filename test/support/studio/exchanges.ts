// Exchanges for tests of the studio.

import type { Exchange } from '../../../adapters/studio/story/story.ts';

export function exchangeOf(members: Partial<Exchange>): Exchange {
  return {
    n: 1,
    kind: 'http',
    atMs: 0,
    service: 'wallet',
    method: 'GET',
    url: '/v1/w3s/wallets',
    events: [],
    ...members,
  };
}
