// The wire forms of the account.

import { z } from 'zod';
import type { wallet } from '../../../../core/index.ts';
import { idempotentFields } from './fields.ts';
import { printedUuid, type PrintedBy } from './printed.ts';

export const registerSecretBody = z.object({
  entitySecretCiphertext: idempotentFields.entitySecretCiphertext,
});

export const entityRecord = z.strictObject({ appId: printedUuid }).meta({ id: 'Entity' });

export function printEntity(view: wallet.EntityView): PrintedBy<typeof entityRecord> {
  return view;
}
