// The wire form of a contract execution (reference/wallet.md section 6).

import { z } from 'zod';
import { wallet, omitUndefined } from '../../../../core/index.ts';
import type { PrintedBy } from './printed.ts';
import {
  blockchain,
  feeCharsMax,
  feeFields,
  idempotentFields,
  referenceFields,
  textCharsMax,
} from './fields.ts';
import { namesItsChain, namesOneWallet, senderFields, walletFields } from './wallet-names.ts';

/** Call data in hex, and any text among parameters. */
export const callDataCharsMax = 2 + 2 * wallet.callDataBytesMax;
export const signatureCharsMax = 4_096;

/** No known function has deeper values. */
export const parameterDepthMax = 16;

const parameters = z
  .unknown()
  .transform((values, context): readonly wallet.AbiValue[] => {
    if (isAbiValues(values)) return values;
    const message = holdsInexactInteger(values, 1)
      ? wallet.asStringHint
      : 'is no list of strings, integers, booleans and lists of them';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  })
  .refine(
    (values) => countOf(values) <= wallet.callValuesMax,
    `has more than ${wallet.callValuesMax} values`,
  )
  .refine(
    (values) => longestIn(values) <= callDataCharsMax,
    `has a text of more than ${callDataCharsMax} characters`,
  )
  .meta({
    type: 'array',
    maxItems: wallet.callValuesMax,
    items: { description: 'A string, an integer, a boolean, or a list of them.' },
  });

function isAbiValues(values: unknown): values is readonly wallet.AbiValue[] {
  return Array.isArray(values) && values.every((value) => isAbiValue(value, 1));
}

function isAbiValue(value: unknown, depth: number): boolean {
  return Array.isArray(value)
    ? depth < parameterDepthMax && value.every((element) => isAbiValue(element, depth + 1))
    : typeof value === 'string' || typeof value === 'boolean' || Number.isSafeInteger(value);
}

function holdsInexactInteger(value: unknown, depth: number): boolean {
  return Array.isArray(value)
    ? depth < parameterDepthMax && value.some((element) => holdsInexactInteger(element, depth + 1))
    : wallet.isInexactInteger(value);
}

function longestIn(values: readonly wallet.AbiValue[]): number {
  const lengths = values.map((value) => {
    if (Array.isArray(value)) return longestIn(value);
    return typeof value === 'string' ? value.length : 0;
  });
  return lengths.reduce((longest, length) => Math.max(longest, length), 0);
}

/** How many values there are in some, lists included. */
function countOf(values: readonly wallet.AbiValue[]): number {
  const inner = values.map((value) => (Array.isArray(value) ? countOf(value) : 0));
  return inner.reduce((sum, count) => sum + count, values.length);
}

const writtenCall = {
  abiFunctionSignature: z.string().min(1).max(signatureCharsMax).nullish(),
  abiParameters: parameters.nullish(),
  callData: z
    .string()
    .max(callDataCharsMax)
    .regex(/^0x([0-9a-fA-F]{2})*$/, 'is no 0x hex of whole bytes')
    .nullish(),
};

const callFields = {
  contractAddress: z.string().min(1).max(textCharsMax),
  ...writtenCall,
  amount: z.string().max(feeCharsMax).nullish(),
};

export const callEstimateBody = z.object({ ...senderFields, ...callFields });

/** The caller and the ABI as JSON are ignored: no readable function depends on them. */
export const contractQueryBody = z.object({
  blockchain,
  address: z.string().min(1).max(textCharsMax),
  ...writtenCall,
});

/** The query of the view. */
export function contractQueryOf(
  body: z.infer<typeof contractQueryBody>,
  network: wallet.Network,
): wallet.ContractQuery {
  return {
    network,
    blockchain: body.blockchain,
    address: body.address,
    ...writtenCallOf(body),
  };
}

/** Members that are null are absent. */
function writtenCallOf({
  abiFunctionSignature: signature,
  abiParameters,
  callData,
}: z.infer<z.ZodObject<typeof writtenCall>>): wallet.WrittenCall {
  return omitUndefined({
    signature: signature ?? undefined,
    parameters: abiParameters ?? undefined,
    callData: callData ?? undefined,
  });
}

/** Integers beyond the exact ones are text. */
export const abiValue: z.ZodType<wallet.AbiValue> = z
  .lazy(() => z.union([z.string(), z.number(), z.boolean(), z.array(abiValue)]))
  .meta({ id: 'AbiValue' });

export const contractAnswer = z
  .strictObject({ outputValues: z.array(abiValue), outputData: z.string() })
  .meta({ id: 'ContractAnswer' });

export function printContractQuery({
  values,
  data,
}: wallet.ContractQueryView): PrintedBy<typeof contractAnswer> {
  return { outputValues: values, outputData: data };
}

export const contractExecutionBody = z
  .object({
    ...idempotentFields,
    ...walletFields,
    ...feeFields,
    ...callFields,
    ...referenceFields,
  })
  .refine(...namesOneWallet)
  .refine(...namesItsChain);

/** The call terms of a command. */
export function callTermsOf(
  body: z.infer<z.ZodObject<typeof callFields>>,
  caller: wallet.WalletName,
): wallet.CallTerms {
  return {
    wallet: caller,
    contract: body.contractAddress,
    ...writtenCallOf(body),
    ...omitUndefined({ amount: body.amount ?? undefined }),
  };
}
