// The kinds of faults of requests, transactions and webhooks, with their members.

import { z } from 'zod';
import { wallet } from '../../../core/index.ts';
import { duration } from '../../protocol/duration.ts';
import { failureReason } from '../../services/wallet/wire/fields.ts';
import { refusal } from './refusal.ts';
import { shared } from './shared.ts';

/** How long a swapped webhook waits for the next one by default. */
const swapDelayMs = 600_000;

export const refuse = z.strictObject({
  ...shared,
  kind: z.literal('refuse').meta({ description: 'Answers with an error of the service.' }),
  ...refusal,
});

export const plain = z.strictObject({
  ...shared,
  kind: z
    .enum(['lose-request', 'lose-answer', 'repeat', 'cut', 'malformed', 'hang'])
    .meta({ description: 'See adapters/faults/README.md.' }),
});

export const slow = z.strictObject({
  ...shared,
  kind: z.literal('slow').meta({ description: 'Answers after a virtual latency.' }),
  delay: duration,
  jitter: duration.exactOptional(),
});

export const plannedAction = z.strictObject({
  ...shared,
  service: z.literal('wallet').exactOptional(),
  kind: z.enum(['stick', 'drop']).meta({
    description:
      'The transaction that the request initiates is stuck, or dropped, once it is SENT.',
  }),
});

export const plannedFailure = z.strictObject({
  ...shared,
  service: z.literal('wallet').exactOptional(),
  kind: z.enum(['fail', 'deny']).meta({
    description: 'The transaction that the request initiates fails, or is denied at screening.',
  }),
  reason: failureReason.exactOptional().meta({
    description: `The errorReason for clients. Default of a denial: ${wallet.denialReason}.`,
  }),
});

export const plainWebhook = z.strictObject({
  ...shared,
  kind: z.enum(['lose-webhook', 'double-webhook']).meta({
    description: 'A webhook does not arrive and gets no answer, or arrives twice.',
  }),
});

export const lateWebhook = z.strictObject({
  ...shared,
  kind: z.literal('late-webhook').meta({ description: 'A webhook arrives later.' }),
  delay: duration,
  jitter: duration.exactOptional(),
});

export const swappedWebhooks = z.strictObject({
  ...shared,
  kind: z.literal('swap-webhooks').meta({
    description:
      'A webhook arrives behind the next one of its subscription, or alone after the delay.',
  }),
  delay: duration.default(swapDelayMs),
  jitter: duration.exactOptional(),
});
