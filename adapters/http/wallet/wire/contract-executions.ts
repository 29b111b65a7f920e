// The wire form of a contract execution (reference/wallet.md section 6).

import { z } from 'zod';
import type { wallet } from '../../../../core/index.ts';
import { feeCharsMax, feeFields, keyed, text, textCharsMax } from './fields.ts';
import { namesItsChain, namesOneWallet, senderFields, walletFields } from './wallet-names.ts';
import { present } from '../present.ts';

/** Bounds of a call: its data come to 64 KiB, more than a block of most chains would take. */
const callDataCharsMax = 2 + 2 * 65_536;
const signatureCharsMax = 4_096;

/** Nothing that is called takes deeper values. */
const parameterDepthMax = 16;

const parameters = z.custom<readonly wallet.AbiValue[]>(
  (values) => Array.isArray(values) && values.every((value) => isAbiValue(value, 1)),
  'is no list of strings, integers, booleans and lists of them',
);

function isAbiValue(value: unknown, depth: number): boolean {
  return Array.isArray(value)
    ? depth < parameterDepthMax && value.every((element) => isAbiValue(element, depth + 1))
    : typeof value === 'string' || typeof value === 'boolean' || Number.isInteger(value);
}

const callFields = {
  contractAddress: z.string().min(1).max(textCharsMax),
  abiFunctionSignature: z.string().min(1).max(signatureCharsMax).nullish(),
  abiParameters: parameters.nullish(),
  callData: z
    .string()
    .max(callDataCharsMax)
    .regex(/^0x([0-9a-fA-F]{2})*$/, 'is no 0x hex of whole bytes')
    .nullish(),
  amount: z.string().max(feeCharsMax).nullish(),
};

export const callEstimateBody = z.object({ ...senderFields, ...callFields });

export const contractExecutionBody = z
  .object({
    ...keyed,
    ...walletFields,
    ...feeFields,
    ...callFields,
    refId: text.exactOptional(),
  })
  .refine(...namesOneWallet)
  .refine(...namesItsChain);

/** What is called, and how, as a command has it. */
export function callTermsOf(
  body: z.infer<z.ZodObject<typeof callFields>>,
  caller: wallet.WalletName,
): wallet.CallTerms {
  return {
    wallet: caller,
    contract: body.contractAddress,
    ...present({
      signature: body.abiFunctionSignature ?? undefined,
      parameters: body.abiParameters ?? undefined,
      callData: body.callData ?? undefined,
      amount: body.amount ?? undefined,
    }),
  };
}
