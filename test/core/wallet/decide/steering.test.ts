import { describe, expect, it } from 'vitest';
import { steeringActions } from '../../../../core/wallet/commands.ts';
import { failureReasons } from '../../../../core/wallet/records/failure.ts';
import { transactionDetails } from '../../../../core/wallet/details/transaction.ts';
import {
  cancel,
  fundedWorld,
  transfer,
  usdcId,
  type FundedWorld,
} from '../../../support/wallet/commands.ts';
import {
  broadcastOf,
  historyOf,
  holding,
  inboundIdOf,
  nonceOf,
  outboundOf,
  stateOf,
  steer,
  walletAt,
} from '../../../support/wallet/world-queries.ts';

const ether = 10n ** 18n;
const thousand = 10n ** 9n; // USDC

/** A world with a transfer of 1 USDC to the second wallet, so many milliseconds after its start. */
function started(afterMs: number, feeLevel: 'LOW' | 'MEDIUM' = 'MEDIUM') {
  const world = fundedWorld();
  const { address: destination } = walletAt(world, 1);
  const own = { fee: { feeLevel }, destination };
  const id = world.start(transfer(walletAt(world, 0).id, own));
  world.pass(afterMs);
  return { world, id };
}

function expectUnspent(world: FundedWorld): void {
  expect(holding(world, walletAt(world, 0))).toEqual({ units: 10n * ether, reserved: 0n });
  expect(holding(world, walletAt(world, 0), usdcId)).toEqual({ units: thousand, reserved: 0n });
}

/** What a transaction paid for its block. */
function paid(world: FundedWorld, id: string): bigint {
  const transaction = outboundOf(world, id);
  return 'mined' in transaction ? (transaction.mined?.networkFee ?? 0n) : 0n;
}

describe('stick and unstick', () => {
  it('keep a transaction out of blocks until it is stuck, and let it go again', () => {
    const { world, id } = started(2_000);
    world.did(steer(id, 'stick'));
    world.pass(117_999); // the tenth block comes at 120 s
    expect(stateOf(world, id)).toBe('SENT');
    world.pass(1);
    expect(stateOf(world, id)).toBe('STUCK');
    world.did(steer(id, 'unstick'));
    expect(stateOf(world, id)).toBe('SENT');
    world.pass(12_000);
    expect(stateOf(world, id)).toBe('CONFIRMED');
  });

  it('let a transaction that is not stuck yet go in its turn', () => {
    const { world, id } = started(2_000);
    world.did(steer(id, 'stick'));
    world.did(steer(id, 'unstick'));
    world.pass(22_000);
    expect(stateOf(world, id)).toBe('CONFIRMED');
  });

  it('leave the update date of a transaction that is SENT alone: nothing that a client sees has changed', () => {
    const { world, id } = started(2_000);
    world.did(steer(id, 'stick'));
    const { updatedMs } = broadcastOf(world, id);
    world.pass(5_000);
    world.did(steer(id, 'unstick'));
    expect(broadcastOf(world, id).updatedMs).toBe(updatedMs);
  });

  it('set the update date of a transaction that was STUCK', () => {
    const { world, id } = started(2_000);
    world.did(steer(id, 'stick'));
    world.pass(130_000);
    world.did(steer(id, 'unstick'));
    expect(broadcastOf(world, id).updatedMs).toBe(world.state.nowMs);
  });

  it('give the transaction ten blocks anew', () => {
    const { world, id } = started(2_000, 'LOW');
    world.did({ type: 'ChangeChain', blockchain: 'ETH-SEPOLIA', congestion: '9' });
    world.pass(200_000);
    expect(stateOf(world, id)).toBe('STUCK');
    world.did(steer(id, 'unstick'));
    world.pass(109_999); // the sixteenth block came at 192 s, the twenty-sixth comes at 312 s
    expect(stateOf(world, id)).toBe('SENT');
    world.pass(1);
    expect(stateOf(world, id)).toBe('STUCK');
  });
});

describe('drop', () => {
  it('takes a transaction out of the mempool: it is stuck at once and for good', () => {
    const { world, id } = started(2_000);
    world.did(steer(id, 'drop'));
    expect(stateOf(world, id)).toBe('STUCK');
    world.pass(10_000_000);
    expect(stateOf(world, id)).toBe('STUCK');
  });
});

describe('confirm', () => {
  it('brings a transaction into the next block, whatever it offers', () => {
    const { world, id } = started(2_000, 'LOW');
    world.did({ type: 'ChangeChain', blockchain: 'ETH-SEPOLIA', baseFeeGwei: '500' });
    world.did(steer(id, 'confirm'));
    world.pass(10_000);
    expect(stateOf(world, id)).toBe('CONFIRMED');
    const { fee } = outboundOf(world, id);
    expect(paid(world, id)).toBe(fee.maxFee * 65_000n); // no more than it offered
  });

  it('still waits for the nonces in front', () => {
    const { world, id: first } = started(500);
    const second = world.start(transfer(walletAt(world, 0).id));
    world.pass(1_500);
    world.did(steer(first, 'stick'));
    world.did(steer(second, 'confirm'));
    world.pass(50_000);
    expect(stateOf(world, second)).toBe('SENT');
    world.did(steer(first, 'confirm'));
    world.pass(12_000);
    expect([stateOf(world, first), stateOf(world, second)]).toEqual(['CONFIRMED', 'CONFIRMED']);
  });

  it('takes back an order to fail', () => {
    const { world, id } = started(2_000);
    world.did(steer(id, 'fail'));
    world.did(steer(id, 'confirm'));
    world.pass(10_000);
    expect(stateOf(world, id)).toBe('CONFIRMED');
  });

  it('wins over a cancellation that is under way', () => {
    const { world, id } = started(2_000, 'LOW');
    world.did(cancel(id));
    world.did(steer(id, 'confirm'));
    world.pass(10_000);
    expect(stateOf(world, id)).toBe('CONFIRMED');
  });
});

describe('fail', () => {
  it.each([0, 200, 400])('%d ms after the start costs nothing', (ms) => {
    const { world, id } = started(ms);
    world.did(steer(id, 'fail'));
    expect(outboundOf(world, id)).toMatchObject({
      state: 'FAILED',
      failure: { reason: 'ESTIMATION_ERROR' },
    });
    expectUnspent(world);
    world.pass(1_000_000);
    expect(stateOf(world, id)).toBe('FAILED');
  });

  it('of a queued transaction leaves no gap in the nonces', () => {
    const { world, id } = started(0);
    const next = world.start(transfer(walletAt(world, 0).id));
    world.pass(400);
    world.did(steer(id, 'fail'));
    expect(nonceOf(world, next)).toBe(0);
    world.pass(300_000);
    expect(stateOf(world, next)).toBe('COMPLETE');
  });

  it.each(['SENT', 'STUCK'] as const)('of one that is %s costs gas in the next block', (state) => {
    const { world, id } = started(2_000);
    if (state === 'STUCK') world.did(steer(id, 'drop'));
    expect(stateOf(world, id)).toBe(state);
    world.did(steer(id, 'fail'));
    expect(stateOf(world, id)).toBe(state);
    world.pass(10_000);
    expect(outboundOf(world, id)).toMatchObject({
      state: 'FAILED',
      failure: { reason: 'FAILED_ON_CHAIN' },
    });
    expect(paid(world, id)).toBeGreaterThan(0n);
    const [sender, receiver] = [walletAt(world, 0), walletAt(world, 1)];
    expect(holding(world, sender)).toEqual({ units: 10n * ether - paid(world, id), reserved: 0n });
    expect(holding(world, sender, usdcId)).toEqual({ units: thousand, reserved: 0n });
    expect(holding(world, receiver, usdcId).units).toBe(thousand);
    expect(historyOf(world, id).map(([type]) => type)).not.toContain('InboundDetected');
  });
});

describe('fail with a reason', () => {
  const beforeSending = failureReasons.filter((reason) => !reason.startsWith('FAILED_'));

  it.each(beforeSending)('%s fails a transaction before it is sent', (reason) => {
    const { world, id } = started(400);
    world.did({ ...steer(id, 'fail'), reason });
    expect(outboundOf(world, id)).toMatchObject({ state: 'FAILED', failure: { reason } });
    expectUnspent(world);
  });

  it('FAILED_ON_CHAIN fails it in its block', () => {
    const { world, id } = started(2_000);
    world.did({ ...steer(id, 'fail'), reason: 'FAILED_ON_CHAIN' });
    world.pass(10_000);
    const failure = { reason: 'FAILED_ON_CHAIN' };
    expect(outboundOf(world, id)).toMatchObject({ state: 'FAILED', failure });
  });

  it('FAILED_REORG fails it when its block leaves the chain', () => {
    const { world, id } = started(24_000);
    world.did({ ...steer(id, 'fail'), reason: 'FAILED_REORG' });
    const failure = { reason: 'FAILED_REORG' };
    expect(outboundOf(world, id)).toMatchObject({ state: 'FAILED', failure });
  });

  it.each([
    ['GAS_LIMIT_TOO_LOW', 1_000, 'INITIATED, CLEARED or QUEUED; this one is SENT'],
    ['FAILED_ON_CHAIN', 0, 'SENT or STUCK; this one is INITIATED'],
    ['FAILED_REORG', 1_000, 'CONFIRMED; this one is SENT'],
  ] as const)('%s is refused at another time', (reason, afterMs, words) => {
    const { world, id } = started(afterMs);
    expect(world.refused({ ...steer(id, 'fail'), reason })).toEqual({
      code: 'STATE_UNFIT',
      detail: `fail with ${reason} is for a transaction that is ${words}`,
    });
  });
});

describe('deny', () => {
  it.each(failureReasons)('can carry %s', (reason) => {
    const { world, id } = started(0);
    world.did({ ...steer(id, 'deny'), reason });
    const view = transactionDetails(world.wallet, outboundOf(world, id));
    expect(view).toMatchObject({ state: 'DENIED', errorReason: reason });
  });

  it('carries a documented reason where none is given', () => {
    const { world, id } = started(0);
    world.did(steer(id, 'deny'));
    const { errorReason, errorDetails } = transactionDetails(world.wallet, outboundOf(world, id));
    expect(failureReasons).toContain(errorReason);
    expect(errorDetails).toBe('Refused by screening.');
  });

  it('refuses at screening, for nothing', () => {
    const { world, id } = started(199);
    world.did(steer(id, 'deny'));
    expect(stateOf(world, id)).toBe('DENIED');
    expectUnspent(world);
    world.pass(1_000_000);
    expect(stateOf(world, id)).toBe('DENIED');
  });
});

describe('each action', () => {
  const fitting = {
    INITIATED: ['fail', 'deny'],
    CLEARED: ['fail'],
    QUEUED: ['fail'],
    SENT: ['stick', 'unstick', 'drop', 'confirm', 'fail'],
    CONFIRMED: ['reorg'],
    COMPLETE: [],
  } as const;
  const instants = {
    INITIATED: 0,
    CLEARED: 200,
    QUEUED: 400,
    SENT: 1_000,
    CONFIRMED: 24_000,
    COMPLETE: 168_000,
  } as const;

  it.each(Object.keys(fitting) as (keyof typeof fitting)[])(
    'is refused where it does not fit a transaction that is %s',
    (state) => {
      for (const action of steeringActions) {
        const { world, id } = started(instants[state]);
        expect(stateOf(world, id)).toBe(state);
        const fits = (fitting[state] as readonly string[]).includes(action);
        const outcome = world.send(steer(id, action));
        expect(outcome.ok ? 'done' : outcome.error.code, action).toBe(
          fits ? 'done' : 'STATE_UNFIT',
        );
      }
    },
  );

  it('is refused for a record that is inbound', () => {
    const { world, id } = started(24_000);
    const inboundId = inboundIdOf(world, id);
    for (const action of steeringActions) {
      expect(world.refused(steer(inboundId, action)).code).toBe('TRANSACTION_INBOUND');
    }
  });

  it('is refused in words that name the state', () => {
    const { world, id } = started(0);
    const detail = (state: string): unknown => expect.stringContaining(`this one is ${state}`);
    expect(world.refused(steer(id, 'stick'))).toMatchObject({ detail: detail('INITIATED') });
    world.pass(1_000);
    expect(broadcastOf(world, id).state).toBe('SENT');
    expect(world.refused(steer(id, 'deny'))).toMatchObject({ detail: detail('SENT') });
  });
});
