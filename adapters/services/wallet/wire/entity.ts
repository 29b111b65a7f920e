// The wire forms of the account.

import { z } from 'zod';
import { keyed } from './fields.ts';

export const registerSecretBody = z.object({
  entitySecretCiphertext: keyed.entitySecretCiphertext,
});
