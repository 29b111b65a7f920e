// The one service that sends webhooks: their entries in a recording name none.

import type { ServiceWebhooks } from '../contracts/webhooks.ts';
import { services } from './index.ts';

const [sender] = services.flatMap(({ name, webhooks }) =>
  webhooks === undefined ? [] : [{ name, webhooks }],
);
if (sender === undefined) throw new Error('No service sends webhooks.');

/** Its name, and its webhooks. */
export const webhookService: string = sender.name;
export const webhooks: ServiceWebhooks = sender.webhooks;
