// The wire forms of signing (reference/wallet.md section 5).

import { z } from 'zod';
import { wallet } from '../../../../core/index.ts';
import { idempotentFields, text } from './fields.ts';
import type { PrintedBy } from './printed.ts';
import { namesNothingElse, walletFields } from './wallet-names.ts';

const payload = z.string().max(wallet.payloadCharsMax);

const signing = {
  entitySecretCiphertext: idempotentFields.entitySecretCiphertext,
  ...walletFields,
};

/** The members of all signing requests. */
const signingBody = z.object(signing);
export type Signing = z.infer<typeof signingBody>;

export const signMessageBody = z
  .object({
    ...signing,
    message: payload,
    encodedByHex: z.boolean().default(false),
    memo: text.exactOptional(),
  })
  .refine(...namesNothingElse);

export const signTypedDataBody = z
  .object({ ...signing, data: payload, memo: text.exactOptional() })
  .refine(...namesNothingElse);

export const signTransactionBody = z
  .object({
    ...signing,
    rawTransaction: payload.exactOptional(),
    transaction: payload.exactOptional(),
    memo: text.exactOptional(),
  })
  .refine(...namesNothingElse);

export type SignTransactionBody = z.infer<typeof signTransactionBody>;

export const signDelegateActionBody = z
  .object({ ...signing, unsignedDelegateAction: payload })
  .refine(...namesNothingElse);

export const signatureRecord = z
  .strictObject({
    signature: z.string(),
    signedTransaction: z.string().exactOptional(),
    txHash: z.string().exactOptional(),
    signedDelegateAction: z.string().exactOptional(),
  })
  .meta({ id: 'Signature' });

export function printSignature(view: wallet.SignatureView): PrintedBy<typeof signatureRecord> {
  return view;
}
