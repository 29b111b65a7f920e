// The signer for @solana/kit of the real client.

import { createTransactionSigner } from '@circle-fin/developer-controlled-wallets/solana/kit';
import { address, getTransactionDecoder } from '@solana/kit';
import bs58 from 'bs58';
import nacl from 'tweetnacl';
import { expect, it } from 'vitest';
import { createWallets, serverForEach } from '../support/server/requests.ts';
import { solanaTransaction } from '../support/wallet/signing-payloads.ts';

const server = serverForEach();

it('signs transactions from @solana/kit with the key of the wallet', async () => {
  const [wallet] = await createWallets(server(), { blockchains: ['SOL-DEVNET'] });
  const signer = createTransactionSigner({
    client: server().client(),
    address: address(wallet.address),
    chain: 'devnet',
  });
  const bytes = Buffer.from(solanaTransaction(wallet.address), 'base64');
  const transaction = getTransactionDecoder().decode(bytes);
  const [signatures] = await signer.signTransactions([transaction]);
  const signature = signatures?.[signer.address];
  expect(signature).toHaveLength(64);
  const message = Uint8Array.from(transaction.messageBytes);
  const key = bs58.decode(wallet.address);
  expect(nacl.sign.detached.verify(message, Uint8Array.from(signature ?? []), key)).toBe(true);
});
