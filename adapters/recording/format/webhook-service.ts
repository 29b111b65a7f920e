// The service of all webhooks in recordings, whose entries name none.

import { services } from '../../services/index.ts';

export const webhookService =
  services.find(({ sendsWebhooks }) => sendsWebhooks === true)?.name ?? '';
