// Random steps of a client of an agent between the agent's messages.

import fc from 'fast-check';
import type { ClientStep } from '../speech/conversations.ts';

const texts = ['weather', 'time', 'story', 'trouble', 'Something else.'];

export const clientStep: fc.Arbitrary<ClientStep> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('say' as const, 'say' as const, 'inject' as const),
      text: fc.constantFrom(...texts),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('voice' as const),
      seconds: fc.constantFrom(0.1, 0.8),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('answer' as const), index: fc.nat(1) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('update' as const),
      what: fc.constantFrom('prompt' as const, 'think' as const, 'speak' as const),
    }),
  },
);
