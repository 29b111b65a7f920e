// Small requests that could be expensive to answer: each is answered in the form of the service, in little time.

import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58 } from '@scure/base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wallet } from '../../../../core/index.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';
import {
  expectError,
  fund,
  idempotentFields,
  createWallets,
  externalAddress,
  type Answer,
  type Fields,
} from '../../../support/server/requests.ts';

/** The maximum processor time of a response, in units of `yardMs`. Some of these inputs once needed two hundred units. */
const yardsMax = 20;
let yardMs = 0;

let server: TestServer;
const owners: Record<string, { id: string; address: string }> = {};

beforeAll(async () => {
  server = await startServer();
  yardMs = processorMsOf(() => keccak_256(new Uint8Array(2 ** 20)));
  for (const chain of ['ETH-SEPOLIA', 'EVM-TESTNET', 'NEAR-TESTNET', 'SOL-DEVNET']) {
    [owners[chain]] = await createWallets(server, { blockchains: [chain] });
  }
  const smart = { blockchains: ['ETH-SEPOLIA'], accountType: 'SCA' };
  [owners['SCA']] = await createWallets(server, smart);
  for (const name of ['ETH-SEPOLIA', 'SCA'])
    await fund(server, owner(name).id, { native: '100000' });
});
afterAll(() => server.close());

function owner(name: string) {
  const found = owners[name];
  if (found === undefined) throw new Error(`There is no wallet ${name}.`);
  return found;
}

/** The processor time of a piece of work, in the best of a few runs. */
function processorMsOf(work: () => unknown): number {
  const runs = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...runs);
}

/** The response to a request, whose processor time is checked. */
async function timedRequest(method: string, path: string, body: unknown): Promise<Answer> {
  const before = process.cpuUsage();
  const answer = await server.request(method, path, body);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(yardsMax * yardMs);
  return answer;
}

async function sign(kind: string, name: string, fields: Fields): Promise<Answer> {
  const { entitySecretCiphertext } = await idempotentFields(server);
  const body = { entitySecretCiphertext, walletId: owner(name).id, ...fields };
  return timedRequest('POST', `/v1/w3s/developer/sign/${kind}`, body);
}

const repeated = <T>(count: number, value: T): readonly T[] =>
  Array.from({ length: count }, () => value);

describe('typed data', () => {
  const typed = (type: string, value?: unknown, types: Fields = {}) => ({
    data: JSON.stringify({
      types: { A: [{ name: 'a', type }], ...types },
      primaryType: 'A',
      domain: {},
      message: { a: value },
    }),
  });
  const ring = Object.fromEntries(
    Array.from({ length: 250 }, (_, index) => [
      `R${index}`,
      [1, 7, 63].map((step) => ({ name: `to${step}`, type: `R${(index + step) % 250}` })),
    ]),
  );
  let chain: object = {};
  for (let depth = 0; depth < 1_000; depth += 1) chain = { a: chain };

  it.each<[string, Fields]>([
    ['brackets without end', typed(`${'[]'.repeat(120_000)}x`)],
    ['arrays of a long type', typed(`bool${'[]'.repeat(100_000)}`, repeated(9_000, []))],
    ['a length without end', typed(`bool[${'9'.repeat(200_000)}]`, [])],
    ['a struct in itself, again and again', typed('A', chain)],
    ['a list within lists', { data: '['.repeat(130_000) + ']'.repeat(130_000) }],
    ['many values', typed('bool[]', repeated(50_000, true))],
  ])('with %s is refused', async (_what, fields) => {
    expectError(await sign('typedData', 'ETH-SEPOLIA', fields), 400, 156026);
  });

  it.each<[string, Fields]>([
    ['types in a ring', typed('R0', {}, ring)],
    ['many empty arrays', typed('bool[][]', repeated(9_000, []))],
    ['long bytes', typed('bytes', `0x${'ab'.repeat(130_000)}`)],
  ])('with %s is signed', async (_what, fields) => {
    expect((await sign('typedData', 'ETH-SEPOLIA', fields)).status).toBe(200);
  });
});

describe('a transaction to be signed', () => {
  /** Nested RLP lists, as hex. */
  function nestedLists(depth: number): string {
    const heads: Buffer[] = [];
    let length = 1;
    for (let level = 0; level < depth; level += 1) {
      const bytes = Buffer.from(length.toString(16).padStart(6, '0'), 'hex');
      const shortest = bytes.subarray(bytes.findIndex((byte) => byte !== 0));
      const head = length < 56 ? [0xc0 + length] : [0xf7 + shortest.length, ...shortest];
      heads.push(Buffer.from(head));
      length += head.length;
    }
    return Buffer.concat([...heads.reverse(), Buffer.from([0xc0])]).toString('hex');
  }

  it.each<[string, string]>([
    ['lists in each other', nestedLists(1_000)],
    ['a great many lists in each other', nestedLists(32_000)],
    ['the same with a type', `02${nestedLists(32_000)}`],
    ['a great many empty lists', `fa01fff0${'c0'.repeat(0x1fff0)}`],
    ['a length beyond its end', `bfffffffffffffffff${'00'.repeat(100)}`],
  ])('as RLP with %s is refused', async (_what, hex) => {
    expectError(
      await sign('transaction', 'EVM-TESTNET', { rawTransaction: `0x${hex}` }),
      400,
      155801,
    );
  });

  it('as JSON may name many storage keys', async () => {
    const accessList = [
      { address: externalAddress, storageKeys: repeated(3_500, `0x${'00'.repeat(32)}`) },
    ];
    const fees = { gasLimit: 1, maxFeePerGas: 1, maxPriorityFeePerGas: 1 };
    const transaction = JSON.stringify({ nonce: 0, chainId: 11155111, ...fees, accessList });
    expect((await sign('transaction', 'EVM-TESTNET', { transaction })).status).toBe(200);
  });

  const u32 = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    return bytes;
  };
  const nearHead = () => {
    const key = Buffer.from(owner('NEAR-TESTNET').address, 'hex');
    return [
      u32(1),
      Buffer.from('a'),
      Buffer.from([0]),
      key,
      Buffer.alloc(8),
      u32(0),
      Buffer.alloc(32),
    ];
  };

  it.each<[string, number, readonly Buffer[], number]>([
    ['a great many actions', 200, [u32(190_000), Buffer.alloc(190_000)], 0],
    ['more actions than bytes', 400, [u32(0xffffffff), Buffer.alloc(10)], 155801],
    ['a longer text than bytes', 400, [u32(1), Buffer.from([7]), u32(0xffffffff)], 155801],
    ['longer code than bytes', 400, [u32(1), Buffer.from([1]), u32(0x7fffffff)], 155801],
  ])('as Borsh with %s is answered %i', async (_what, status, rest, code) => {
    const rawTransaction = Buffer.concat([...nearHead(), ...rest]).toString('base64');
    const answer = await sign('transaction', 'NEAR-TESTNET', { rawTransaction });
    if (code === 0) expect(answer.status).toBe(status);
    else expectError(answer, status, code);
  });

  it.each<[string, readonly number[]]>([
    ['signatures', [0xff, 0xff, 0x03]],
    ['accounts', [1, ...repeated(64, 0), 1, 0, 0, 0xff, 0xff, 0x03]],
    ['instructions', [0, 0, 0, 0, 0, ...repeated(32, 0), 0xff, 0xff, 0x03]],
    ['look-ups', [0, 0x80, 0, 0, 0, 0, ...repeated(32, 0), 0, 0xff, 0xff, 0x03]],
    ['groups in a length', [0xff, 0xff, 0xff, 0xff, 0xff, 0x01]],
  ])('of Solana with absurdly many %s is refused', async (_what, bytes) => {
    const rawTransaction = Buffer.from(bytes).toString('base64');
    expectError(await sign('transaction', 'SOL-DEVNET', { rawTransaction }), 400, 155805);
  });
});

describe('a call', () => {
  const estimated = (fields: Fields) =>
    timedRequest('POST', '/v1/w3s/transactions/contractExecution/estimateFee', {
      walletId: owner('ETH-SEPOLIA').id,
      contractAddress: externalAddress,
      ...fields,
    });
  const call = (signature: string, ...abiParameters: readonly unknown[]) => ({
    abiFunctionSignature: `f(${signature})`,
    abiParameters,
  });

  it.each<[string, Fields]>([
    ['values', call('uint256[]', repeated(400_000, 1))],
    ['empty lists', call('uint256[][]', repeated(300_000, []))],
    ['lists without room for anything', call('bool[0][]', repeated(300_000, []))],
    ['texts', call('string[]', repeated(300_000, ''))],
    ['parameters', { ...call('bool'), abiParameters: repeated(200_000, true) }],
  ])('with too many %s is no request', async (_what, fields) => {
    expectError(await estimated(fields), 400, 2);
  });

  it.each<[string, Fields]>([
    ['a long text', call('string', 'x'.repeat(wallet.callDataBytesMax))],
    ['many values', call('uint256[]', repeated(wallet.callDataBytesMax / 32, 1))],
    ['a huge array', call('uint256[1000000000]', [])],
    ['huge arrays of huge arrays', call('uint256[999999999][999999999][]', [[]])],
    ['a length beyond numbers', call(`uint256[${'9'.repeat(400)}]`, [])],
    ['brackets without end', call(`uint256${'[]'.repeat(2_000)}`, [])],
    [
      'tuples in each other',
      { ...call('', []), abiFunctionSignature: `f${'('.repeat(2_000)}bool${')'.repeat(2_000)}` },
    ],
    ['open tuples', { ...call('', []), abiFunctionSignature: `f${'('.repeat(4_000)}` }],
    ['blanks', call(`${' '.repeat(4_000)}bool,`, true)],
    ['types of no width', call('uint0,uint7,uint264,bytes33', 1, 1, 1, '0x')],
  ])('with %s is refused', async (_what, fields) => {
    expectError(await estimated(fields), 400, 155209);
  });

  it('of the longest data is accepted, and no longer one', async () => {
    const longest = `0x${'ab'.repeat(wallet.callDataBytesMax)}`;
    expect((await estimated({ callData: longest })).status).toBe(200);
    expectError(await estimated({ callData: `${longest}ab` }), 400, 2);
    const headBytes = 4 + 32 + 32; // the selector, the offset of the list, its length
    const values = repeated(Math.floor((wallet.callDataBytesMax - headBytes) / 32), 1);
    expect((await estimated(call('uint256[]', values))).status).toBe(200);
    expectError(await estimated(call('uint256[]', [...values, 1])), 400, 155209);
  });
});

describe('a batch', () => {
  const word = (value: number) => value.toString(16).padStart(64, '0');
  const batchSelector = '34fcd5be';
  const execute = async (callData: string) =>
    timedRequest('POST', '/v1/w3s/developer/transactions/contractExecution', {
      ...(await idempotentFields(server)),
      walletId: owner('SCA').id,
      contractAddress: owner('SCA').address,
      callData: `0x${batchSelector}${word(32)}${callData}`,
      feeLevel: 'MEDIUM',
    });
  const mint = `40c10f19${word(0xbb)}${word(7)}`;
  const inner = (contract: number, data: string) =>
    word(contract) +
    word(0) +
    word(96) +
    word(data.length / 2) +
    data.padEnd(Math.ceil(data.length / 64) * 64, '0');
  const places = (count: number, of: (index: number) => number) =>
    Array.from({ length: count }, (_, index) => word(of(index))).join('');

  it.each<[string, string]>([
    [
      'as many calls as fit',
      word(400) + places(400, (index) => 400 * 32 + index * 128) + inner(0xaa, '').repeat(400),
    ],
    [
      'as many mints as fit, each of a new contract',
      word(220) +
        places(220, (index) => 220 * 32 + index * 256) +
        Array.from({ length: 220 }, (_, index) => inner(0xcc00 + index, mint)).join(''),
    ],
    [
      'one call in a thousand places',
      word(1_000) + places(1_000, () => 32_000) + inner(0xaa, '00'.repeat(32_000)),
    ],
    ['more calls than bytes', word(2 ** 40) + '00'.repeat(60_000)],
  ])('of %s is accepted', async (_what, callData) => {
    expect((await execute(callData)).status).toBe(201);
  });
});

it('an address of the maximum length is checked in time', async () => {
  const longest = base58.encode(new Uint8Array(730).fill(255)).slice(0, 1_000);
  for (const blockchain of ['SOL', 'NEAR', 'APTOS', 'ETH']) {
    const answer = await timedRequest('POST', '/v1/w3s/transactions/validateAddress', {
      blockchain,
      address: longest,
    });
    expect(answer.body.data).toEqual({ isValid: false });
  }
});
