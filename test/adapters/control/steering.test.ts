import { beforeEach, describe, expect, it } from 'vitest';
import { token } from '../../support/server/server.ts';
import {
  advance,
  expectControlError,
  createFundedWallets,
  externalAddress,
  sepoliaUsdc,
  serverForEach,
  settle,
  startTransfer,
  steer,
  transactionOf,
  wireInstant,
  type Fields,
} from '../../support/server/requests.ts';

const here = '/worlds/default';

describe('actions on a transaction', () => {
  const server = serverForEach();
  let id: string;

  beforeEach(async () => {
    const { from } = await createFundedWallets(server());
    id = await startTransfer(server(), { walletId: from.id });
  });

  const state = async () => (await transactionOf(server(), id)).state;
  const chain = (change: Fields) =>
    server().control('PATCH', `${here}/wallet/chains/ETH-SEPOLIA`, change);

  async function act(action: string): Promise<string> {
    const { status, body } = await steer(server(), id, action);
    expect(status).toBe(200);
    expect(body.transaction.id).toBe(id);
    return body.transaction.state;
  }

  it('stick: no block includes it until unstick', async () => {
    await advance(server(), '1s');
    expect(await act('stick')).toBe('SENT');
    await advance(server(), '1h');
    expect(await state()).toBe('STUCK');
    expect(await act('unstick')).toMatch(/SENT|STUCK/);
    await settle(server());
    expect(await state()).toBe('COMPLETE');
  });

  it('drop: it is STUCK until unstick', async () => {
    await advance(server(), '1s');
    expect(await act('drop')).toBe('STUCK');
    await settle(server());
    expect(await state()).toBe('STUCK');
    await act('unstick');
    await settle(server());
    expect(await state()).toBe('COMPLETE');
  });

  it('confirm: the next block includes it, at any fee', async () => {
    await advance(server(), '1s');
    await chain({ baseFeeGwei: '1000' });
    await advance(server(), '5m');
    expect(await state()).toBe('STUCK');
    await act('confirm');
    await advance(server(), '12s');
    expect(await state()).toBe('CONFIRMED');
  });

  it('fail: immediately before it is sent', async () => {
    expect(await act('fail')).toBe('FAILED');
    expect(await transactionOf(server(), id)).toMatchObject({ errorReason: 'ESTIMATION_ERROR' });
  });

  it.each(['fail', 'deny'])('%s: with a given reason', async (action) => {
    const reason = 'PAYMASTER_POLICY_SENDER_IN_BLOCKLIST';
    const path = `${here}/wallet/transactions/${id}/${action}`;
    expect((await server().control('POST', path, { reason })).status).toBe(200);
    expect(await transactionOf(server(), id)).toMatchObject({ errorReason: reason });
    const unknown = await server().control('POST', path, { reason: 'BAD_LUCK' });
    expectControlError(unknown, 400, 'invalid-request');
    expect(unknown.body.error.message).toContain('PAYMASTER_ENTITY_RESTRICTION');
  });

  it('accept a reason with fail and deny only', async () => {
    const path = `${here}/wallet/transactions/${id}/stick`;
    const answer = await server().control('POST', path, { reason: 'INTERNAL_ERROR' });
    expectControlError(answer, 400, 'invalid-request');
    expect(answer.body.error.message).toContain('fail and deny');
  });

  it('fail: in its block after it was sent', async () => {
    await advance(server(), '1s');
    expect(await act('fail')).toBe('SENT');
    await settle(server());
    expect(await transactionOf(server(), id)).toMatchObject({
      state: 'FAILED',
      errorReason: 'FAILED_ON_CHAIN',
      networkFee: expect.any(String),
    });
  });

  it('deny: screening refuses it', async () => {
    expect(await act('deny')).toBe('DENIED');
    expect((await transactionOf(server(), id)).errorDetails).toMatch(/\S/);
  });

  it('reorg: another block includes it', async () => {
    await advance(server(), '30s');
    expect(await state()).toBe('CONFIRMED');
    expect(await act('reorg')).toBe('SENT');
    await settle(server());
    expect(await state()).toBe('COMPLETE');
  });

  it('reorg to "failed": no other block includes it', async () => {
    await advance(server(), '30s');
    const path = `${here}/wallet/transactions/${id}/reorg`;
    expect((await server().control('POST', path, { to: 'failed' })).status).toBe(200);
    const record = await transactionOf(server(), id);
    expect(record).toMatchObject({
      state: 'FAILED',
      errorReason: 'FAILED_REORG',
      txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      networkFee: expect.stringMatching(/^0\.0*[1-9]\d*$/),
    });
    for (const gone of ['blockHash', 'blockHeight', 'firstConfirmDate']) {
      expect(record).not.toHaveProperty(gone);
    }
  });

  it('answer with the record of the wallet service', async () => {
    const { body } = await steer(server(), id, 'deny');
    expect(body.transaction).toMatchObject({
      id,
      state: 'DENIED',
      custodyType: 'DEVELOPER',
      createDate: expect.stringMatching(wireInstant),
    });
    expect(body.transaction).toEqual(await transactionOf(server(), id));
  });

  it('answer with the state right after them, even when concurrent', async () => {
    await advance(server(), '1s');
    const answers = await Promise.all(
      ['drop', 'unstick'].map((action) =>
        server().reprise.app.handle({
          method: 'POST',
          url: `/__reprise${here}/wallet/transactions/${id}/${action}`,
          headers: { authorization: `Bearer ${token}` },
          body: Buffer.alloc(0),
          origin: server().url,
        }),
      ),
    );
    const states = answers.map(({ body }) => JSON.parse(body ?? '').transaction.state);
    expect(states).toEqual(['STUCK', 'SENT']);
  });

  it.each(['stick', 'unstick', 'drop', 'confirm', 'reorg'])(
    '%s is refused in state INITIATED',
    async (action) => {
      expectControlError(await steer(server(), id, action), 409, 'state-unfit');
      expect(await state()).toBe('INITIATED');
    },
  );

  it.each(['deny', 'fail', 'stick', 'reorg'])(
    '%s is refused in the final state',
    async (action) => {
      await settle(server());
      expectControlError(await steer(server(), id, action), 409, 'state-unfit');
      expect(await state()).toBe('COMPLETE');
    },
  );

  it('are refused for inbound transactions', async () => {
    const { body } = await server().request('GET', '/v1/w3s/transactions?txType=INBOUND');
    const inbound = body.data.transactions[0].id;
    expectControlError(await steer(server(), inbound, 'stick'), 400, 'transaction-inbound');
  });
});

describe('funding a wallet', () => {
  const server = serverForEach();

  it('adds tokens and answers with the balances', async () => {
    const { to } = await createFundedWallets(server());
    const path = `${here}/wallet/wallets/${to.id}/fund`;
    const { status, body } = await server().control('POST', path, { native: '.5', usdc: '20' });
    expect(status).toBe(200);
    expect(body.balances).toEqual([
      { tokenId: expect.any(String), symbol: 'ETH-SEPOLIA', amount: '0.5' },
      { tokenId: sepoliaUsdc, symbol: 'USDC', amount: '20' },
    ]);
    const tokens = { [sepoliaUsdc]: '1.000001' };
    const more = await server().control('POST', path, { tokens });
    expect(more.body.balances[1].amount).toBe('21.000001');
    const upper = { [sepoliaUsdc.toUpperCase()]: '1' };
    const last = await server().control('POST', path, { tokens: upper });
    expect(last.body.balances[1].amount).toBe('22.000001');
  });
});

describe('a chain', () => {
  const server = serverForEach();
  const path = `${here}/wallet/chains/ETH-SEPOLIA`;
  const show = async () => (await server().control('GET', path)).body;
  const change = async (body: Fields) => {
    const { status, body: shown } = await server().control('PATCH', path, body);
    expect(status).toBe(200);
    expect(await show()).toEqual(shown);
    return shown;
  };

  it('shows its conditions, and its height grows with time', async () => {
    const before = await show();
    expect(before).toMatchObject({
      blockchain: 'ETH-SEPOLIA',
      blockTimeMs: 12_000,
      paused: false,
      congestion: '0',
    });
    await advance(server(), '2m');
    expect((await show()).height).toBe(before.height + 10);
  });

  it('changes only the given fields', async () => {
    const before = await show();
    const { baseFeeGwei: _fee, ...after } = await change({ baseFeeGwei: 77 });
    const { baseFeeGwei: _old, ...unchanged } = before;
    expect(after).toEqual({ ...unchanged, calmBaseFeeGwei: '77' });
    expect(await change({ congestion: '2.5' })).toMatchObject({
      congestion: '2.5',
      calmBaseFeeGwei: '77',
    });
  });

  it('creates no blocks while it is paused', async () => {
    const { from } = await createFundedWallets(server());
    const id = await startTransfer(server(), { walletId: from.id });
    const { height } = await change({ paused: true });
    await advance(server(), '1h');
    expect((await show()).height).toBe(height);
    expect(['SENT', 'STUCK']).toContain((await transactionOf(server(), id)).state);
    await change({ paused: false });
    await settle(server());
    expect((await transactionOf(server(), id)).state).toBe('COMPLETE');
  });

  it('confirms sooner with a shorter block time', async () => {
    const { from } = await createFundedWallets(server());
    await change({ blockTimeMs: 1 });
    const id = await startTransfer(server(), { walletId: from.id });
    await advance(server(), '1100ms');
    expect((await transactionOf(server(), id)).state).toBe('COMPLETE');
  });

  it('excludes low fees when it is congested', async () => {
    const { from } = await createFundedWallets(server());
    const id = await startTransfer(server(), { walletId: from.id, feeLevel: 'LOW' });
    const resting = Number((await show()).baseFeeGwei);
    await change({ congestion: 9 });
    await advance(server(), '10m');
    expect(Number((await show()).baseFeeGwei)).toBeGreaterThan(2 * resting);
    expect((await transactionOf(server(), id)).state).toBe('STUCK');
  });

  it('is separate in each world', async () => {
    await server().control('POST', '/worlds', { name: 'other' });
    await change({ paused: true });
    const { body } = await server().control('GET', '/worlds/other/wallet/chains/ETH-SEPOLIA');
    expect(body.paused).toBe(false);
  });

  it('charges fees', async () => {
    const { from } = await createFundedWallets(server());
    await startTransfer(server(), { walletId: from.id, destinationAddress: externalAddress });
    await settle(server());
    const { body } = await server().request('GET', `/v1/w3s/wallets/${from.id}/balances`);
    expect(Number(body.data.tokenBalances[0].amount)).toBeLessThan(5);
  });
});
