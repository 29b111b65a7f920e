import { randomUUID } from 'node:crypto';
import { bytesToHex } from '@noble/hashes/utils.js';
import bs58 from 'bs58';
import { Transaction, TypedDataEncoder, verifyMessage, verifyTypedData } from 'ethers';
import fc from 'fast-check';
import nacl from 'tweetnacl';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  checkDelegateAction,
  checkNearTransaction,
  checkSolanaTransaction,
  evmTransaction,
  nearDelegateAction,
  nearTransaction,
  solanaTransaction,
  typedData,
} from '../../../support/wallet/signing-payloads.ts';
import {
  ciphertext,
  liveKey,
  startServer,
  type TestServer,
} from '../../../support/server/server.ts';
import {
  liveHeaders,
  expectError,
  expectErrorForm,
  createWallets,
  createWalletSet,
  unknownId,
  positionOf,
  type Answer,
  type Fields,
} from '../../../support/server/requests.ts';
import { runs } from '../../../support/runner/runs.ts';

let server: TestServer;
const wallets: Record<string, { id: string; address: string; initialPublicKey?: string }> = {};

beforeAll(async () => {
  server = await startServer();
  const { id: walletSetId } = await createWalletSet(server);
  const testChains = ['EVM-TESTNET', 'ETH-SEPOLIA', 'SOL-DEVNET', 'APTOS-TESTNET', 'NEAR-TESTNET'];
  const made = await createWallets(server, { walletSetId, blockchains: testChains });
  const live = await createWallets(server, { walletSetId, blockchains: ['EVM'] }, liveHeaders);
  for (const wallet of [...made, ...live]) wallets[wallet.blockchain] = wallet;
});
afterAll(() => server.close());

const walletOn = (blockchain: string) => {
  const wallet = wallets[blockchain];
  if (wallet === undefined) throw new Error(`No wallet on ${blockchain}`);
  return wallet;
};

const kinds = ['message', 'typedData', 'transaction', 'delegateAction'] as const;
type Kind = (typeof kinds)[number];

/** Requests a signature of the wallet on a chain. */
async function sign(kind: Kind, blockchain: string, fields: Fields): Promise<Answer> {
  const entitySecretCiphertext = await ciphertext(server);
  const body = { entitySecretCiphertext, walletId: walletOn(blockchain).id, ...fields };
  return server.request('POST', `/v1/w3s/developer/sign/${kind}`, body);
}

const delegateAction = () => nearDelegateAction(walletOn('NEAR-TESTNET').address);

/** A valid request of each kind, with a chain that offers it. */
const valid: Record<Kind, () => { chain: string; fields: Fields }> = {
  message: () => ({ chain: 'ETH-SEPOLIA', fields: { message: 'hello' } }),
  typedData: () => ({ chain: 'ETH-SEPOLIA', fields: { data: JSON.stringify(typedData) } }),
  transaction: () => ({
    chain: 'EVM-TESTNET',
    fields: { transaction: JSON.stringify(evmTransaction) },
  }),
  delegateAction: () => ({
    chain: 'NEAR-TESTNET',
    fields: { unsignedDelegateAction: delegateAction() },
  }),
};

describe('the real client', () => {
  it('signs messages that ethers and tweetnacl verify', async () => {
    const client = server.client();
    const message = 'Grüße, 世界';
    const { id: walletId, address } = walletOn('ETH-SEPOLIA');
    const evm = await client.signMessage({ walletId, message, memo: 'a greeting' });
    expect(evm.status).toBe(200);
    expect(Object.keys(evm.data ?? {})).toEqual(['signature']);
    expect(verifyMessage(message, evm.data?.signature ?? '').toLowerCase()).toBe(address);

    const encoded = await client.signMessage({ walletId, message: '0x00ff', encodedByHex: true });
    const recovered = verifyMessage(Uint8Array.of(0, 255), encoded.data?.signature ?? '');
    expect(recovered.toLowerCase()).toBe(address);

    const solana = walletOn('SOL-DEVNET');
    const sol = await client.signMessage({
      walletAddress: solana.address,
      blockchain: 'SOL-DEVNET',
      message,
    });
    const isValid = nacl.sign.detached.verify(
      new TextEncoder().encode(message),
      bs58.decode(sol.data?.signature ?? ''),
      bs58.decode(solana.address),
    );
    expect(isValid).toBe(true);

    const aptos = await client.signMessage({ walletId: walletOn('APTOS-TESTNET').id, message });
    expect(aptos.data?.signature).toMatch(/^0x[0-9a-f]{128}$/);
  });

  it('signs typed data that ethers verifies', async () => {
    const { id: walletId, address } = walletOn('ETH-SEPOLIA');
    const data = JSON.stringify(typedData);
    const answer = await server.client().signTypedData({ walletId, data, memo: 'a note' });
    const { domain, types, message } = typedData;
    const signer = verifyTypedData(domain, types, message, answer.data?.signature ?? '');
    expect(signer.toLowerCase()).toBe(address);
    expect(TypedDataEncoder.getPrimaryType(types)).toBe('Note');
  });

  it('signs EVM transactions that ethers parses', async () => {
    const client = server.client();
    const { id: walletId, address } = walletOn('EVM-TESTNET');
    const transaction = JSON.stringify(evmTransaction);
    const structured = await client.signTransaction({ walletId, transaction });
    const { signature, signedTransaction, txHash } = structured.data ?? {};
    const read = Transaction.from(signedTransaction ?? '');
    expect([read.from?.toLowerCase(), read.hash]).toEqual([address, txHash]);
    expect(signature).toMatch(/^0x[0-9a-f]{128}(1b|1c)$/);
    const rawTransaction = read.unsignedSerialized;
    const raw = await client.signTransaction({ walletId, rawTransaction });
    expect(raw.data).toEqual(structured.data);
  });

  it('signs EVM transactions of main networks with a live key', async () => {
    const client = server.client(server.url, liveKey);
    const transaction = JSON.stringify({ ...evmTransaction, chainId: 1 });
    const { data } = await client.signTransaction({ walletId: walletOn('EVM').id, transaction });
    expect(Transaction.from(data?.signedTransaction ?? '').chainId).toBe(1n);
  });

  it('signs Solana transactions that tweetnacl verifies', async () => {
    const { address: walletAddress } = walletOn('SOL-DEVNET');
    const rawTransaction = solanaTransaction(walletAddress);
    const { data } = await server
      .client()
      .signTransaction({ walletAddress, blockchain: 'SOL-DEVNET', rawTransaction });
    expect(data).toBeDefined();
    if (data !== undefined) checkSolanaTransaction(data, walletAddress);
  });

  it('signs NEAR transactions and delegate actions that @near-js verifies', async () => {
    const client = server.client();
    const { id: walletId, address } = walletOn('NEAR-TESTNET');
    const rawTransaction = nearTransaction(address).toString('base64');
    const { data } = await client.signTransaction({ walletId, rawTransaction });
    expect(data).toBeDefined();
    if (data !== undefined) checkNearTransaction(data, address);

    const unsignedDelegateAction = delegateAction();
    const delegated = await client.signDelegateAction({ walletId, unsignedDelegateAction });
    expect(Object.keys(delegated.data ?? {}).sort()).toEqual(['signature', 'signedDelegateAction']);
    if (delegated.data !== undefined) checkDelegateAction(delegated.data, address);
  });
});

describe.each(kinds)('signing a %s', (kind) => {
  const attempt = (own: Fields = {}) => {
    const { chain, fields } = valid[kind]();
    return sign(kind, chain, { ...fields, ...own });
  };

  it('answers 200 with the signature, each time the same', async () => {
    const [first, second] = [await attempt(), await attempt()];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
    expect(first.headers.get('x-request-id')).not.toBeNull();
  });

  it('names one wallet', async () => {
    const { chain } = valid[kind]();
    const { address: walletAddress } = walletOn(chain);
    const byAddress = { walletId: undefined, walletAddress, blockchain: chain };
    expect((await attempt(byAddress)).status).toBe(200);
    const wrong = [
      { walletId: undefined },
      { walletAddress, blockchain: chain },
      { blockchain: chain },
      { walletId: undefined, walletAddress },
      { walletId: undefined, blockchain: chain },
      { walletId: 'x' },
      { walletId: null },
      { ...byAddress, blockchain: 'NOWHERE' },
    ];
    for (const fields of wrong) expectError(await attempt(fields), 400, 2);
    expectError(await attempt({ walletId: unknownId }), 404, 156001);
    const stranger = { ...byAddress, walletAddress: `0x${'12'.repeat(20)}` };
    expectError(await attempt(stranger), 404, 156001);
  });

  it('marks a ciphertext as used, even if it fails', async () => {
    const entitySecretCiphertext = await ciphertext(server);
    expect((await attempt({ entitySecretCiphertext })).status).toBe(200);
    expectError(await attempt({ entitySecretCiphertext }), 400, 156004);
    const other = { entitySecretCiphertext: await ciphertext(server) };
    expectError(await attempt({ ...other, walletId: unknownId }), 404, 156001);
    expectError(await attempt(other), 400, 156004);
    expectError(await attempt({ entitySecretCiphertext: 'rubbish' }), 400, 156013);
    const foreign = await ciphertext(server, 'cd'.repeat(32));
    expectError(await attempt({ entitySecretCiphertext: foreign }), 400, 156013);
    expectError(await attempt({ entitySecretCiphertext: undefined }), 400, 2);
  });

  it('has no idempotency keys', async () => {
    const idempotencyKey = randomUUID();
    expect((await attempt({ idempotencyKey })).status).toBe(200);
    expect((await attempt({ idempotencyKey })).status).toBe(200);
  });

  it('needs a key of the kind of the network', async () => {
    const { chain, fields } = valid[kind]();
    const entitySecretCiphertext = await ciphertext(server);
    const body = { entitySecretCiphertext, walletId: walletOn(chain).id, ...fields };
    const answer = await server.request(
      'POST',
      `/v1/w3s/developer/sign/${kind}`,
      body,
      liveHeaders,
    );
    expectError(answer, 400, 156006);
  });

  it('refuses fields of other kinds', async () => {
    const { fields } = valid[kind]();
    const [name = ''] = Object.keys(fields);
    for (const value of [7, {}, [], 'x'.repeat(262_147)])
      expectError(await attempt({ [name]: value }), 400, 2);
    // Null counts as absent: either transaction or rawTransaction is required.
    expectError(await attempt({ [name]: null }), 400, kind === 'transaction' ? 155801 : 2);
    if (kind !== 'delegateAction') expectError(await attempt({ memo: 7 }), 400, 2);
    if (kind !== 'transaction') expectError(await attempt({ [name]: undefined }), 400, 2);
  });

  it('of any text is executed, or refused in the form of the service', async () => {
    const { fields } = valid[kind]();
    const [name = ''] = Object.keys(fields);
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string({ unit: 'binary' }), fc.base64String()), async (text) => {
        const before = await positionOf(server);
        const answer = await attempt({ [name]: text });
        if (answer.status === 200) return;
        expectErrorForm(answer);
        expect(await positionOf(server)).toBe(before);
      }),
      runs(25),
    );
  });
});

describe('the codes of signing', () => {
  it.each<[string, Kind, string, Fields, number, number]>([
    [
      'a message that is no hex',
      'message',
      'ETH-SEPOLIA',
      { message: 'x', encodedByHex: true },
      409,
      156023,
    ],
    ['half a character', 'message', 'ETH-SEPOLIA', { message: '\ud800' }, 400, 156025],
    ['a message on NEAR', 'message', 'NEAR-TESTNET', { message: 'x' }, 400, 155510],
    ['typed data that is no JSON', 'typedData', 'ETH-SEPOLIA', { data: 'x' }, 400, 156024],
    ['typed data without types', 'typedData', 'ETH-SEPOLIA', { data: '{}' }, 400, 156026],
    ['typed data on Solana', 'typedData', 'SOL-DEVNET', { data: '{}' }, 400, 155510],
    ['typed data on Aptos', 'typedData', 'APTOS-TESTNET', { data: '{}' }, 400, 155510],
    [
      'a transaction on another EVM chain',
      'transaction',
      'ETH-SEPOLIA',
      { transaction: '{}' },
      400,
      155510,
    ],
    [
      'a transaction on Aptos',
      'transaction',
      'APTOS-TESTNET',
      { rawTransaction: 'AA==' },
      400,
      155510,
    ],
    ['no transaction', 'transaction', 'EVM-TESTNET', {}, 400, 155801],
    [
      'two transactions',
      'transaction',
      'EVM-TESTNET',
      { transaction: '{}', rawTransaction: '0x' },
      400,
      155801,
    ],
    [
      'a transaction without a chain',
      'transaction',
      'EVM-TESTNET',
      { transaction: '{}' },
      400,
      155808,
    ],
    [
      'a transaction for a main network',
      'transaction',
      'EVM-TESTNET',
      { transaction: JSON.stringify({ ...evmTransaction, chainId: 1 }) },
      400,
      155807,
    ],
    [
      'a transaction object on Solana',
      'transaction',
      'SOL-DEVNET',
      { transaction: '{}' },
      400,
      155801,
    ],
    ['no Solana transaction', 'transaction', 'SOL-DEVNET', { rawTransaction: 'AAAA' }, 400, 155805],
    [
      'too long a Solana transaction',
      'transaction',
      'SOL-DEVNET',
      { rawTransaction: Buffer.alloc(1_233).toString('base64') },
      400,
      155806,
    ],
    ['no NEAR transaction', 'transaction', 'NEAR-TESTNET', { rawTransaction: 'AAAA' }, 400, 155801],
    [
      'a delegate action on Solana',
      'delegateAction',
      'SOL-DEVNET',
      { unsignedDelegateAction: '' },
      400,
      155510,
    ],
    [
      'no delegate action',
      'delegateAction',
      'NEAR-TESTNET',
      { unsignedDelegateAction: 'AAAA' },
      400,
      156030,
    ],
  ])('%s', async (_what, kind, chain, fields, status, code) => {
    expectError(await sign(kind, chain, fields), status, code);
  });

  it('of a Solana wallet that is missing, no signer, or has signed', async () => {
    const own = Buffer.from(bs58.decode(walletOn('SOL-DEVNET').address));
    const plain = Buffer.from(solanaTransaction(walletOn('SOL-DEVNET').address), 'base64');
    const place = plain.indexOf(own);
    const missing = Buffer.from(plain);
    missing.fill(9, place, place + 32);
    const asProgram = Buffer.from(missing);
    own.copy(asProgram, place + 32);
    const signed = Buffer.from(plain);
    signed[1] = 1;
    for (const [bytes, code] of [
      [missing, 155802],
      [asProgram, 155803],
      [signed, 155804],
    ] as const) {
      const rawTransaction = bytes.toString('base64');
      expectError(await sign('transaction', 'SOL-DEVNET', { rawTransaction }), 400, code);
    }
  });
});

it('omits secrets from the recorded event', async () => {
  const { status } = await sign('message', 'ETH-SEPOLIA', { message: 'hello' });
  expect(status).toBe(200);
  const events = await server.control(
    'GET',
    '/worlds/default/events?type=PayloadSigned&limit=1000',
  );
  const [event] = events.body.events;
  expect(Object.keys(event.data).sort()).toEqual(
    expect.arrayContaining(['operation', 'signature', 'walletId']),
  );
  const key = bytesToHex(new Uint8Array(32).fill(0xab));
  expect(JSON.stringify(events.body)).not.toContain(key);
});
