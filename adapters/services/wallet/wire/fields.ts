// What wire forms have in common: ids, texts, pages, fees, dates.

import { z } from 'zod';
import { wallet } from '../../../../core/index.ts';
import { instant } from '../../../protocol/instant.ts';

/** The longest free text, such as a name. Our own limit; the service documents none. */
export const textCharsMax = 1_000;
export const feeCharsMax = wallet.amountDigitsMax;

// Without the flag for either case, which JSON Schema does not have.
const uuidPattern = /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/;

export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}

export const uuid = z
  .string()
  .regex(uuidPattern, 'is not a UUID')
  .transform((id) => id.toLowerCase());
export const text = z
  .string()
  .max(textCharsMax)
  .refine((value) => !/\p{Surrogate}/u.test(value), 'holds half of a surrogate pair');
/** A list in a query: one parameter with commas, or several of its name. */
export const textList = z
  .union([z.string(), z.array(z.string())])
  .transform((given) => [given].flat().flatMap((part) => part.split(',')))
  .transform((parts) => parts.filter((part) => part !== ''));
const fee = z.string().max(feeCharsMax);
export const flag = z.enum(['true', 'false']).transform((word) => word === 'true');
export const blockchain = z.enum(wallet.blockchains).meta({ id: 'Blockchain' });
export const failureReason = z.enum(wallet.failureReasons).meta({ id: 'FailureReason' });
export const idempotentFields = {
  idempotencyKey: uuid,
  // One of another length is no field problem: it has a code of its own (reference/wallet.md section 2).
  entitySecretCiphertext: z.string().min(1),
};

/** A reference of the client's own. */
export const referenceFields = { refId: text.exactOptional() };

/** Of wallets. */
export const metadataFields = { name: text.exactOptional(), ...referenceFields };

export const feeFields = {
  feeLevel: z.enum(wallet.feeLevelNames as ['LOW', 'MEDIUM', 'HIGH']).exactOptional(),
  gasLimit: fee.exactOptional(),
  gasPrice: fee.exactOptional(),
  maxFee: fee.exactOptional(),
  priorityFee: fee.exactOptional(),
};

export type FeeBody = z.infer<z.ZodObject<typeof feeFields>>;

const feeNames = Object.keys(feeFields) as readonly (keyof FeeBody)[];

/** The fee fields among others. */
export function feeOf(body: FeeBody): wallet.FeeFields {
  const fee: Partial<Record<keyof FeeBody, string>> = {};
  for (const name of feeNames) {
    const value = body[name];
    if (value !== undefined) fee[name] = value;
  }
  return fee as wallet.FeeFields;
}

export const pageFields = {
  from: instant.exactOptional(),
  to: instant.exactOptional(),
  pageSize: z
    .string()
    .regex(/^\d+$/, 'is a whole number of at least 1')
    .transform(Number)
    .refine((size) => size >= 1, 'is a whole number of at least 1')
    .default(10),
  pageAfter: text.exactOptional(),
  pageBefore: text.exactOptional(),
  order: z.enum(['ASC', 'DESC']).default('DESC'),
};
