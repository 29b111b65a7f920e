// Every kind of signature, verified by independent libraries: messages, typed data, transactions, a delegate action, and
// signatures of a smart account, made by its owner's key once it is deployed.

import { strict as assert } from 'node:assert';
import bs58 from 'bs58';
import { verifyMessage, verifyTypedData } from 'ethers';
import nacl from 'tweetnacl';
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
import { blockchain, must, expectRefusal, type Session, type Wallet } from '../session.ts';

const message = 'Grüße, 世界';
const chains = ['EVM-TESTNET', 'SOL-DEVNET', 'NEAR-TESTNET', 'APTOS-TESTNET'] as const;

export async function signatures(session: Session): Promise<void> {
  const { setId, sender } = await session.createWalletPair('signatures');
  const order = { walletSetId: setId, blockchains: [...chains], count: 1 };
  const [evm, solana, near, aptos] = await session.createWallets(order);

  await messages(session, { sender, solana: must(solana), aptos: must(aptos) });
  const data = JSON.stringify(typedData);
  const typed = must((await session.client.signTypedData({ walletId: sender.id, data })).data);
  assert.equal(signerOfTypedData(typed.signature), sender.address);
  await transactions(session, must(evm), must(solana), must(near));

  const unsignedDelegateAction = nearDelegateAction(must(near).address);
  const delegated = { walletId: must(near).id, unsignedDelegateAction };
  const action = must((await session.client.signDelegateAction(delegated)).data);
  checkDelegateAction(action, must(near).address);

  await smartAccount(session, setId, sender);
}

async function messages(
  { client }: Session,
  { sender, solana, aptos }: Readonly<Record<'sender' | 'solana' | 'aptos', Wallet>>,
): Promise<void> {
  const plain = must((await client.signMessage({ walletId: sender.id, message })).data);
  assert.equal(signerOf(message, plain.signature), sender.address);
  const hex = { message: '0x00ff', encodedByHex: true, memo: 'two bytes' };
  const encoded = must((await client.signMessage({ walletId: sender.id, ...hex })).data);
  assert.equal(signerOf(Uint8Array.of(0, 255), encoded.signature), sender.address);
  await expectRefusal(
    client.signMessage({ walletId: sender.id, message: 'no hex', encodedByHex: true }),
    409,
    156023,
  );

  const { address: walletAddress } = solana;
  const named = { walletAddress, blockchain: 'SOL-DEVNET', message };
  const ed25519 = bs58.decode(must((await client.signMessage(named)).data).signature);
  const bytes = new TextEncoder().encode(message);
  assert.ok(nacl.sign.detached.verify(bytes, ed25519, bs58.decode(walletAddress)));

  const ofAptos = must((await client.signMessage({ walletId: aptos.id, message })).data);
  assert.match(ofAptos.signature, /^0x[0-9a-f]{128}$/);
}

async function transactions(
  { client }: Session,
  evm: Wallet,
  solana: Wallet,
  near: Wallet,
): Promise<void> {
  const transaction = JSON.stringify(evmTransaction);
  const structured = must((await client.signTransaction({ walletId: evm.id, transaction })).data);
  checkEvmTransaction(structured, evm.address);
  const onMain = JSON.stringify({ ...evmTransaction, chainId: 1 });
  await expectRefusal(client.signTransaction({ walletId: evm.id, transaction: onMain }), 400, 155807);

  const solanaRaw = { walletId: solana.id, rawTransaction: solanaTransaction(solana.address) };
  checkSolanaTransaction(must((await client.signTransaction(solanaRaw)).data), solana.address);
  await expectRefusal(
    client.signTransaction({ walletId: solana.id, rawTransaction: 'AAAA' }),
    400,
    155805,
  );

  const rawTransaction = nearTransaction(near.address).toString('base64');
  const ofNear = must((await client.signTransaction({ walletId: near.id, rawTransaction })).data);
  checkNearTransaction(ofNear, near.address);
}

async function smartAccount(session: Session, walletSetId: string, receiver: Wallet) {
  const { client } = session;
  const order = { walletSetId, blockchains: [blockchain], count: 1, accountType: 'SCA' } as const;
  const [made] = await session.createWallets({ ...order, blockchains: [blockchain] });
  const smart = must(made);
  const sign = () => client.signMessage({ walletId: smart.id, message });
  await expectRefusal(sign(), 400, 155517);
  await session.fund(smart, { usdc: '1' });
  await session.send(smart, receiver, '1', 'MEDIUM');
  await session.settle();
  const owner = signerOf(message, must((await sign()).data).signature);
  assert.notEqual(owner, smart.address, 'a contract has no key');
  const data = JSON.stringify(typedData);
  const typed = must((await client.signTypedData({ walletId: smart.id, data })).data);
  assert.equal(signerOfTypedData(typed.signature), owner);
}

function signerOf(text: string | Uint8Array, signature: string): string {
  return verifyMessage(text, signature).toLowerCase();
}

function signerOfTypedData(signature: string): string {
  const { domain, types, message: note } = typedData;
  return verifyTypedData(domain, types, note, signature).toLowerCase();
}
