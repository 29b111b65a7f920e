// The limits of wallet requests in adapters/README.md: the last accepted value, and the first refused one.

import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as wire from '../../../../adapters/services/wallet/wire.ts';
import {
  callDataCharsMax,
  parameterDepthMax,
  signatureCharsMax,
} from '../../../../adapters/services/wallet/wire/contract-executions.ts';
import { feeCharsMax, textCharsMax } from '../../../../adapters/services/wallet/wire/fields.ts';
import { monitoredTokensMax } from '../../../../adapters/services/wallet/wire/tokens.ts';
import { transferItemsMax } from '../../../../adapters/services/wallet/wire/transactions.ts';
import { wallet } from '../../../../core/index.ts';
import {
  idempotentFields,
  createFundedWallets,
  unknownId,
  externalAddress,
  serverForEach,
  transferBody,
  type Fields,
} from '../../../support/server/requests.ts';

const nested = (depth: number): unknown => (depth === 0 ? '1' : [nested(depth - 1)]);

describe('a limit of wallet requests', () => {
  const server = serverForEach();
  let walletId: string;

  beforeEach(async () => {
    walletId = (await createFundedWallets(server())).from.id;
  });

  const name = async (length: number) =>
    server().request('POST', '/v1/w3s/developer/walletSets', {
      ...(await idempotentFields(server())),
      name: 'n'.repeat(length),
    });

  const transfer = (fields: (size: number) => Fields) => async (size: number) => {
    const body = await transferBody(server(), { walletId, ...fields(size) });
    return server().request('POST', '/v1/w3s/developer/transactions/transfer', body);
  };

  const call = (fields: (size: number) => Fields) => async (size: number) => {
    const own = { walletId, contractAddress: externalAddress, feeLevel: 'LOW', ...fields(size) };
    const body = { ...(await idempotentFields(server())), ...own };
    return server().request('POST', '/v1/w3s/developer/transactions/contractExecution', body);
  };

  const monitor = async (length: number) =>
    server().request('POST', '/v1/w3s/config/entity/monitoredTokens', {
      tokenIds: Array.from({ length }, () => unknownId),
    });

  it.each([
    ['a name', textCharsMax, name],
    ['a refId', textCharsMax, transfer((size) => ({ refId: 'r'.repeat(size) }))],
    ['an amount', feeCharsMax, transfer((size) => ({ amounts: ['1'.padStart(size, '0')] }))],
    [
      'amounts',
      transferItemsMax,
      transfer((size) => ({ amounts: Array.from({ length: size }, () => '1') })),
    ],
    [
      'the signature of a function',
      signatureCharsMax,
      call((size) => ({ abiFunctionSignature: `${'f'.repeat(size - 2)}()` })),
    ],
    [
      'levels of lists',
      parameterDepthMax,
      call((size) => ({ abiFunctionSignature: 'f()', abiParameters: [nested(size - 1)] })),
    ],
    ['monitored tokens', monitoredTokensMax, monitor],
  ] as const)('is enforced at its edge: %s', async (_of, max, ask) => {
    const at = await ask(max);
    expect(at.body?.code).not.toBe(2);
    const beyond = await ask(max + 1);
    expect([beyond.status, beyond.body.code]).toEqual([400, 2]);
  });
});

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}

const textLimits: readonly (number | undefined)[] = [
  textCharsMax,
  feeCharsMax,
  signatureCharsMax,
  callDataCharsMax,
  wallet.payloadCharsMax,
];

/** Paths of the texts and lists without a limit of the README. */
function unlimitedIn(schema: JsonSchema, path: string): readonly string[] {
  const { type, pattern = '', maxLength, maxItems, properties = {}, items, anyOf = [] } = schema;
  const isUuid = pattern.endsWith('[0-9a-fA-F]{12}$');
  const isChoice = schema.enum !== undefined || schema.const !== undefined;
  const isLimited = textLimits.includes(maxLength) || isChoice || isUuid;
  const types = [type].flat();
  const isUnlimited =
    (types.includes('array') && maxItems === undefined) || (types.includes('string') && !isLimited);
  return [
    ...(isUnlimited ? [path] : []),
    ...Object.entries(properties).flatMap(([name, one]) => unlimitedIn(one, `${path}.${name}`)),
    ...(items === undefined ? [] : unlimitedIn(items, `${path}[]`)),
    ...anyOf.flatMap((one) => unlimitedIn(one, path)),
  ];
}

describe('every body of a wallet request', () => {
  const bodies = Object.entries(wire).flatMap(([name, schema]) =>
    schema instanceof z.ZodType && name.endsWith('Body') ? [[name, schema] as const] : [],
  );

  it('is found', () => {
    expect(bodies.length).toBeGreaterThan(20);
  });

  // A ciphertext of another length has its own error code; the limit of the body applies to it.
  it.each(bodies)('limits its texts and lists: %s', (_name, schema) => {
    const form = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
    const unlimited = unlimitedIn(form, 'body');
    expect(unlimited.filter((path) => path !== 'body.entitySecretCiphertext')).toEqual([]);
  });
});
