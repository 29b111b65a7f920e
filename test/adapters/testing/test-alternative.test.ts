// `world.whatIf` and `toEndEqualIf`.

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { endsEqual } from '../../../adapters/matchers/recordings.ts';
import { startReprise, type TestReprise, type TestWorld } from '../../../adapters/testing/index.ts';
import { transferIn } from '../../support/server/in-process.ts';

const transfer = 'POST /v1/w3s/developer/transactions/transfer';
let reprise: TestReprise;
let world: TestWorld;
let id: string;
beforeAll(async () => {
  reprise = await startReprise({ fixture: 'wallet/treasury' });
  world = await reprise.createWorld({ seed: 'what-if' });
  id = await transferIn(world, '1.25');
  await world.clock.untilIdle();
});
afterAll(async () => {
  await reprise.close();
});

/** Creates a wallet set; returns its id. */
async function walletSetIn(own: TestWorld): Promise<string> {
  const response = await own.fetch('/v1/w3s/developer/walletSets', {
    method: 'POST',
    headers: { Authorization: `Bearer ${own.walletKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      idempotencyKey: '6f1a3a1e-6d2f-4c62-9f7a-8f5d1f0a2b3c',
      entitySecretCiphertext: own.entitySecretCiphertext(),
      name: 'payroll',
    }),
  });
  const { data } = (await response.json()) as { data: { walletSet: { id: string } } };
  return data.walletSet.id;
}

describe('world.whatIf', () => {
  it('returns both ends, and what follows from the change', async () => {
    const { isEqual, before, after, report } = await world.whatIf({
      request: transfer,
      fault: 'stick',
    });
    expect(isEqual).toBe(false);
    expect([before.stateOf(id), after.stateOf(id)]).toEqual(['COMPLETE', 'STUCK']);
    expect(before.events('TransactionStuck').map(({ data }) => data.transactionId)).not.toContain(
      id,
    );
    expect(after.events('TransactionStuck').map(({ data }) => data.transactionId)).toContain(id);
    expect(report).toMatch(/1\.25 USDC\): COMPLETE at \S+ -> STUCK at /);
  });

  it('leaves out a request, and what it led to', async () => {
    const { after, before } = await world.whatIf({ request: transfer, drop: true });
    expect([before.stateOf(id), after.stateOf(id)]).toEqual(['COMPLETE', undefined]);
    const { id: walletId } = world.wallet('operations', 'ETH-SEPOLIA');
    const [one, other] = [before.balancesOf(walletId), after.balancesOf(walletId)];
    expect(Number(other?.['USDC']) - Number(one?.['USDC'])).toBe(1.25);
  });

  it('adds a request at the end', async () => {
    const insert = { method: 'GET', url: '/v1/w3s/wallets?pageSize=1' };
    const { isEqual } = await world.whatIf({ insert });
    expect(isEqual).toBe(true);
  });

  it.each([undefined, 'wallet/treasury'])(
    'draws the ids of another seed, as a world with that seed and fixture %s',
    async (fixture) => {
      const own = await startReprise(fixture === undefined ? {} : { fixture });
      onTestFinished(() => own.close());
      const [one, other] = [
        await own.createWorld({ seed: 'one', clock: 'skip' }),
        await own.createWorld({ seed: 'other', clock: 'skip' }),
      ];
      const ids = [await walletSetIn(one), await walletSetIn(other)];
      expect(ids[0]).not.toBe(ids[1]);
      const { after, isEqual, report } = await one.whatIf({ seed: 'other' });
      expect(after.events('WalletSetCreated').map(({ data }) => data.walletSetId)).toContain(
        ids[1],
      );
      expect(isEqual).toBe(false);
      expect(report).toMatch(/^Nothing ends differently\. Events differ: the digest was /);
    },
  );

  it('executes the same again without a change', async () => {
    const { isEqual, report } = await world.whatIf([]);
    expect(isEqual).toBe(true);
    expect(report).toBe('Nothing differs: nothing was changed.');
  });

  it('leaves the world as it is', async () => {
    const position = (await world.running.describe()).position;
    await world.whatIf({ request: transfer, set: { 'body.amounts.0': '2' } });
    expect((await world.running.describe()).position).toBe(position);
  });

  it.each([
    [{ request: 'transfer', drop: true as const }, 'request must be a method and a path'],
    [
      { request: 'POST /v1/none', drop: true as const },
      'world.whatIf: there is no request POST /v1/none.',
    ],
    [
      { request: transfer.replace('transfer', 'transfers'), drop: true as const },
      `there is no request ${transfer}s; similar ones are ${transfer}.`,
    ],
    [
      { request: transfer, nth: 2, drop: true as const },
      `nth must be from 1 to 1, as many as there are of ${transfer}.`,
    ],
    [
      { request: transfer, move: 'soon' },
      "move must be a duration such as 10m or -10s, or milliseconds, not 'soon'",
    ],
    [{ request: transfer, set: { 'body.feeLevle': 'LOW' } }, 'Did you mean body.feeLevel?'],
    [{ seed: 'what-if' }, "The seed is 'what-if' already."],
  ])('refuses %j', async (change, message) => {
    await expect(world.whatIf(change)).rejects.toThrow(message);
  });
});

describe('toEndEqualIf', () => {
  it('says what ends differently', async () => {
    const { pass, message } = await endsEqual(world, { request: transfer, fault: 'stick' });
    expect(pass).toBe(false);
    expect(message()).toContain(
      `expected world '${world.name}' to end in the same way, but it does not.`,
    );
    expect(message()).toContain('COMPLETE');
  });

  it('passes if nothing differs', async () => {
    const insert = { method: 'GET', url: '/v1/w3s/wallets' };
    const { pass, message } = await endsEqual(world, { insert });
    expect(pass).toBe(true);
    expect(message()).toBe(`expected world '${world.name}' to end in another way`);
  });
});
