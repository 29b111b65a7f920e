// The forms of the facts that requests of the wallet record (recordings/README.md, "Facts").

import { z } from 'zod';
import { unknownMembersFact } from '../unknown-members.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const perSecond = z.int().min(1).exactOptional();

export const walletFacts: Readonly<Record<string, z.ZodType>> = {
  key: z.enum(['test', 'main', 'malformed', 'not-known', 'prefix-unknown']),
  ciphertext: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('undecryptable') }),
    z.strictObject({
      kind: z.literal('opened'),
      fingerprint: sha256,
      nonce: z.string().regex(/^[0-9a-f]{32}$/),
    }),
  ]),
  limits: z.strictObject({ get: perSecond, post: perSecond, sign: perSecond }).nullable(),
  walletRefusal: z.int().nullable(),
  cors: z.boolean(),
  unknownMembers: unknownMembersFact,
  transactionFaults: z.array(z.string()).nullable(),
};
