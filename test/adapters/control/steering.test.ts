import { beforeEach, describe, expect, it } from 'vitest';
import { token } from '../../support/server/server.ts';
import {
  advance,
  expectControlError,
  createFundedWallets,
  sepoliaUsdc,
  serverForEach,
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

  it('is separate in each world', async () => {
    await server().control('POST', '/worlds', { name: 'other' });
    await change({ paused: true });
    const { body } = await server().control('GET', '/worlds/other/wallet/chains/ETH-SEPOLIA');
    expect(body.paused).toBe(false);
  });
});
