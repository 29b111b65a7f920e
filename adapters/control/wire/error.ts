// The control plane's one form of error.

import { z } from 'zod';

export const errorAnswer = z
  .strictObject({
    error: z.strictObject({ code: z.string().regex(/^[a-z][a-z-]*$/), message: z.string() }),
  })
  .meta({ id: 'Error' });
