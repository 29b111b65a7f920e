// Methods that sign. Independent libraries verify the signatures.

import bs58 from 'bs58';
import { verifyMessage, verifyTypedData } from 'ethers';
import nacl from 'tweetnacl';
import { expect } from 'vitest';
import {
  checkDelegateAction,
  checkEvmTransaction,
  checkNearTransaction,
  checkSolanaTransaction,
  evmTransaction,
  nearDelegateAction,
  nearTransaction,
  solanaTransaction,
  typedData,
} from '../../support/wallet/signing-payloads.ts';
import { createWallets, must, type Scenarios } from './scene.ts';

export const signing: Scenarios<
  'signMessage' | 'signTypedData' | 'signTransaction' | 'signDelegateAction'
> = {
  async signMessage(scene) {
    const [evm, solana] = await createWallets(scene, ['ETH-SEPOLIA', 'SOL-DEVNET']);
    const message = 'Grüße, 世界';
    const { status, data } = await scene.client.signMessage({ walletId: must(evm).id, message });
    expect(status).toBe(200);
    expect(verifyMessage(message, must(data).signature).toLowerCase()).toBe(must(evm).address);

    const hex = { message: '0x00ff', encodedByHex: true };
    const encoded = await scene.client.signMessage({ walletId: must(evm).id, ...hex });
    const signer = verifyMessage(Uint8Array.of(0, 255), must(encoded.data).signature);
    expect(signer.toLowerCase()).toBe(must(evm).address);

    const { address: walletAddress, blockchain } = must(solana);
    const sol = await scene.client.signMessage({ walletAddress, blockchain, message });
    const isValid = nacl.sign.detached.verify(
      new TextEncoder().encode(message),
      bs58.decode(must(sol.data).signature),
      bs58.decode(walletAddress),
    );
    expect(isValid).toBe(true);
  },

  async signTypedData(scene) {
    const { id: walletId, address } = must((await createWallets(scene))[0]);
    const data = JSON.stringify(typedData);
    const answer = await scene.client.signTypedData({ walletId, data, memo: 'a note' });
    expect(answer.status).toBe(200);
    const { domain, types, message } = typedData;
    const signer = verifyTypedData(domain, types, message, must(answer.data).signature);
    expect(signer.toLowerCase()).toBe(address);
  },

  async signTransaction(scene) {
    const { client } = scene;
    const chains = ['EVM-TESTNET', 'SOL-DEVNET', 'NEAR-TESTNET'] as const;
    const [evm, solana, near] = await createWallets(scene, [...chains]);

    const transaction = JSON.stringify(evmTransaction);
    const structured = await client.signTransaction({ walletId: must(evm).id, transaction });
    expect(structured.status).toBe(200);
    checkEvmTransaction(must(structured.data), must(evm).address);

    const { address: walletAddress, blockchain } = must(solana);
    const rawTransaction = solanaTransaction(walletAddress);
    const named = { walletAddress, blockchain, rawTransaction };
    checkSolanaTransaction(must((await client.signTransaction(named)).data), walletAddress);

    const { id: walletId, address } = must(near);
    const borsh = nearTransaction(address).toString('base64');
    const signed = await client.signTransaction({ walletId, rawTransaction: borsh });
    checkNearTransaction(must(signed.data), address);
  },

  async signDelegateAction(scene) {
    const { id: walletId, address } = must((await createWallets(scene, ['NEAR-TESTNET']))[0]);
    const unsignedDelegateAction = nearDelegateAction(address);
    const order = { walletId, unsignedDelegateAction };
    const { status, data } = await scene.client.signDelegateAction(order);
    expect(status).toBe(200);
    checkDelegateAction(must(data), address);
  },
};
