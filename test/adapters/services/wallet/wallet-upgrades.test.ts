import { beforeEach, describe, expect, it } from 'vitest';
import {
  expectError,
  idempotentFields,
  createWallets,
  createWalletSet,
  unknownId,
  serverForEach,
  settle,
  transactionOf,
  type Fields,
} from '../../../support/server/requests.ts';

const path = '/v1/w3s/developer/transactions/walletUpgrade';
const newScaCore = 'circle_6900_singleowner_v2';

describe('a wallet upgrade', () => {
  const server = serverForEach();
  let walletSetId: string;
  let old: { id: string; address: string; scaCore: string };

  async function smart(scaCore: string) {
    const fields = { walletSetId, blockchains: ['ETH-SEPOLIA'], accountType: 'SCA', scaCore };
    const { body } = await server().control('POST', '/worlds/default/wallet/wallets', fields);
    return body.wallets[0];
  }

  beforeEach(async () => {
    ({ id: walletSetId } = await createWalletSet(server()));
    old = await smart('circle_6900_singleowner_v1');
  });

  const body = async (fields: Fields = {}): Promise<Fields> => ({
    ...(await idempotentFields(server())),
    walletId: old.id,
    newScaCore,
    feeLevel: 'MEDIUM',
    ...fields,
  });
  const post = async (fields: Fields = {}, headers: Record<string, string> = {}) =>
    server().request('POST', path, await body(fields), headers);
  const walletOf = async (id: string) =>
    (await server().request('GET', `/v1/w3s/wallets/${id}`)).body.data.wallet;

  it('answers 201, and 200 to a repeat, with the same body; the core changes when it is COMPLETE', async () => {
    const request = await body({ refId: 'ref' });
    const first = await server().request('POST', path, request);
    expect([first.status, first.body]).toEqual([
      201,
      { data: { id: expect.any(String), state: 'INITIATED' } },
    ]);
    expect(await walletOf(old.id)).toEqual(old);
    await settle(server());
    const second = await server().request('POST', path, request);
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect(await transactionOf(server(), first.body.data.id)).toMatchObject({
      state: 'COMPLETE',
      operation: 'CONTRACT_EXECUTION',
      walletId: old.id,
      contractAddress: old.address,
      refId: 'ref',
      txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    });
    const { updateDate, ...upgraded } = await walletOf(old.id);
    expect({ ...upgraded, updateDate: undefined }).toEqual({
      ...old,
      scaCore: newScaCore,
      updateDate: undefined,
    });
    const found = await server().request('GET', `/v1/w3s/wallets?scaCore=${newScaCore}`);
    expect(found.body.data.wallets).toEqual([{ ...upgraded, updateDate }]);
  });

  it('accepts the wallet by its address and blockchain, too', async () => {
    const place = { walletAddress: old.address, blockchain: 'ETH-SEPOLIA' };
    const answer = await post({ walletId: undefined, ...place });
    expect(answer.status).toBe(201);
    const { walletId } = await transactionOf(server(), answer.body.data.id);
    expect(walletId).toBe(old.id);
    await settle(server());
    expect((await walletOf(old.id)).scaCore).toBe(newScaCore);
  });

  it.each([
    ['address alone', { walletId: undefined, walletAddress: unknownId }],
    ['chain alone', { walletId: undefined, blockchain: 'ETH-SEPOLIA' }],
    ['nothing', { walletId: undefined }],
    ['both', { walletAddress: unknownId, blockchain: 'ETH-SEPOLIA' }],
  ])('is refused for a wallet named by %s', async (_name, fields) => {
    const answer = await post(fields);
    expectError(answer, 400, 2);
    expect(answer.body.message).toContain('Give walletId, or walletAddress and blockchain');
  });

  it('is refused from the newest core', async () => {
    const [newest] = await createWallets(server(), { walletSetId, accountType: 'SCA' });
    expectError(await post({ walletId: newest.id }), 400, 155506);
  });

  it.each<readonly [status: number, code: number, fields: Fields]>([
    [400, 2, { newScaCore: 'circle_6900_singleowner_v3' }],
    [400, 2, { newScaCore: undefined }],
    [400, 2, { walletId: undefined }],
    [400, 2, { walletId: 'x' }],
    [400, 2, { idempotencyKey: undefined }],
    [404, 156001, { walletId: unknownId }],
  ])('is refused with %i, %i for %o', async (status, code, fields) => {
    expectError(await post(fields), status, code);
  });
});
