// The members of faults that refuse.

import { z } from 'zod';
import { text } from './shared.ts';

export const faultStatusMax = 599;
export const retryAfterSecondsMax = 86_400;

/** An error response in the form of the service. */
export const refusal = {
  status: z
    .int()
    .min(400)
    .max(faultStatusMax)
    .default(503)
    .meta({ description: 'The HTTP status.' }),
  code: z
    .union([z.int(), text])
    .exactOptional()
    .meta({ description: "The service's own code; default: that of the status." }),
  message: text.exactOptional().meta({ description: 'Default: it names the fault.' }),
  retryAfter: z
    .int()
    .min(0)
    .max(retryAfterSecondsMax)
    .exactOptional()
    .meta({ description: 'The header Retry-After, in seconds.' }),
};
