// NFTs in transactions are JSON texts with a fixed order of members: a webhook is signed by its bytes, and resent unchanged.

import { expect, it } from 'vitest';
import { printTransaction } from '../../../../adapters/services/wallet/wire/transactions.ts';
import { canonical } from '../../../../core/index.ts';

type View = Parameters<typeof printTransaction>[0];

const nfts = [
  { nftTokenId: '7', metadata: '{"name":"b"}' },
  { nftTokenId: '8' },
  { metadata: '{}' },
];

it('prints an NFT equally before and after it was stored', () => {
  const fresh = { createdMs: 0, updatedMs: 0, operation: 'TRANSFER', nfts };
  const read = JSON.parse(canonical(fresh)) as unknown;
  const printed = printTransaction(fresh as unknown as View);
  expect(printed).toEqual(printTransaction(read as View));
  expect(printed.nfts?.[0]).toBe('{"nftTokenId":"7","metadata":"{\\"name\\":\\"b\\"}"}');
});
