// The parameters of the batch function of Aptos, and its payload as the public library parses it.

import {
  Deserializer,
  TransactionPayload,
  TransactionPayloadEntryFunction,
} from '@aptos-labs/ts-sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  batchFunction,
  encodeBatch,
  readBatch,
} from '../../../../core/wallet/broadcast/aptos-batch.ts';

const asset = `0x${'c'.repeat(64)}`;
const recipient = `0x${'d'.repeat(64)}`;
const apt = `0x${'a'.padStart(64, '0')}`;

describe('the batch function', () => {
  it('accepts an asset, receivers, and amounts as text or numbers', () => {
    const read = readBatch([asset.toUpperCase().replace('0X', '0x'), [recipient, '0x3'], ['1', 2]]);
    const three = `0x${'3'.padStart(64, '0')}`;
    expect(read).toEqual({ asset, recipients: [recipient, three], amounts: [1n, 2n] });
  });

  it.each(['0xa', apt])('accepts %s for APT', (metadata) => {
    expect(readBatch([metadata, [], []])).toEqual({ recipients: [], amounts: [] });
  });

  it.each([
    ['nothing', []],
    ['no list of receivers', [asset, recipient, ['1']]],
    ['an address cut short', [asset, [recipient.slice(0, -1)], ['1']]],
    ['an amount with decimals', [asset, [recipient], ['1.5']]],
    ['an amount in hex', [asset, [recipient], ['0x1']]],
    ['a truth for an amount', [asset, [recipient], [true]]],
    ['a list for an amount', [asset, [recipient], [['1']]]],
    ['an amount of 65 bits', [asset, [recipient], [(2n ** 64n).toString()]]],
  ])('accepts no parameters with %s', (_what, parameters) => {
    expect(readBatch(parameters)).toBeUndefined();
  });

  it('is encoded to a payload that the public library parses as that function', () => {
    const address = fc
      .uint8Array({ minLength: 32, maxLength: 32 })
      .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`);
    const amounts = fc.array(fc.bigInt(0n, 2n ** 64n - 1n));
    fc.assert(
      fc.property(
        fc.option(address, { nil: undefined }),
        fc.array(address),
        amounts,
        (of, to, each) => {
          const batch = {
            recipients: to,
            amounts: each,
            ...(of === undefined ? {} : { asset: of }),
          };
          const bytes = Buffer.from(encodeBatch(batch).slice(2), 'hex');
          const read = TransactionPayload.deserialize(new Deserializer(bytes));
          if (!(read instanceof TransactionPayloadEntryFunction))
            throw new Error('No such payload.');
          const { module_name: module, function_name: name, args } = read.entryFunction;
          const called = `${module.name.identifier}::${name.identifier}`;
          expect(batchFunction.startsWith(`${called}(`)).toBe(true);
          expect(args).toHaveLength(3);
          const [metadata] = args;
          expect(Buffer.from(metadata?.bcsToBytes() ?? []).toString('hex')).toBe(
            (of ?? apt).slice(2),
          );
        },
      ),
    );
  });
});
