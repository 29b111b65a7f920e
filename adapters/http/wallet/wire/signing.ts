// The wire forms of signing (reference/wallet.md section 5).

import { z } from 'zod';
import { wallet } from '../../../../core/index.ts';
import { keyed, text, walletFields } from './fields.ts';

const payload = z.string().max(wallet.payloadCharsMax);

const signing = {
  entitySecretCiphertext: keyed.entitySecretCiphertext,
  ...walletFields,
};

/** What all requests to sign have. */
const signingBody = z.object(signing);
export type Signing = z.infer<typeof signingBody>;

/** The wallet by its id, or by its address and chain; undefined for neither, both, or half of it. */
function nameOf({
  walletId,
  walletAddress: address,
  blockchain,
}: Signing): wallet.WalletName | undefined {
  if (address === undefined || blockchain === undefined) {
    const isAlone = address === undefined && blockchain === undefined;
    return walletId !== undefined && isAlone ? { walletId } : undefined;
  }
  return walletId === undefined ? { address, blockchain } : undefined;
}

function namesOneWallet(body: Signing): boolean {
  return nameOf(body) !== undefined;
}

const oneWallet = 'Give walletId, or walletAddress and blockchain';

/** The wallet that a body which was parsed here names. */
export function signingWallet(body: Signing): wallet.WalletName {
  return nameOf(body) ?? { walletId: '' };
}

export const signMessageBody = z
  .object({
    ...signing,
    message: payload,
    encodedByHex: z.boolean().default(false),
    memo: text.exactOptional(),
  })
  .refine(namesOneWallet, oneWallet);

export const signTypedDataBody = z
  .object({ ...signing, data: payload, memo: text.exactOptional() })
  .refine(namesOneWallet, oneWallet);

export const signTransactionBody = z
  .object({
    ...signing,
    rawTransaction: payload.exactOptional(),
    transaction: payload.exactOptional(),
    memo: text.exactOptional(),
  })
  .refine(namesOneWallet, oneWallet);

export type SignTransactionBody = z.infer<typeof signTransactionBody>;

export const signDelegateActionBody = z
  .object({ ...signing, unsignedDelegateAction: payload })
  .refine(namesOneWallet, oneWallet);

export function printSigned(signed: wallet.PayloadSigned) {
  const { signature, signedTransaction, txHash, signedDelegateAction } = signed;
  return {
    signature,
    ...(signedTransaction === undefined ? {} : { signedTransaction }),
    ...(txHash === undefined ? {} : { txHash }),
    ...(signedDelegateAction === undefined ? {} : { signedDelegateAction }),
  };
}
