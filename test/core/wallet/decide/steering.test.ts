import { describe, expect, it } from 'vitest';
import { steeringActions, type SteeringAction } from '../../../../core/wallet/commands.ts';
import { transactionDetails } from '../../../../core/wallet/details/transaction.ts';
import { wallet } from '../../../../core/wallet/index.ts';
import { failureReasons, type FailureReason } from '../../../../core/wallet/records/failure.ts';
import type { ReadableWorld } from '../../../support/engine/pure-world.ts';
import { given } from '../../../support/given.ts';
import { cancel, transfer, usdcId } from '../../../support/wallet/commands.ts';
import {
  balance,
  start,
  state,
  stateOfId,
  transferToSecond,
  type Transaction,
  type WalletWorld,
} from '../../../support/wallet/setups.ts';
import {
  broadcastOf,
  historyOf,
  inboundIdOf,
  nonceOf,
  outboundOf,
  steer,
  walletAt,
} from '../../../support/wallet/world-queries.ts';

const ether = 10n ** 18n;
const thousand = 10n ** 9n; // USDC
const unspent = { units: 10n * ether, reserved: 0n };
const unspentUsdc = { units: thousand, reserved: 0n };

const transferred = transferToSecond();
const lowTransfer = transferToSecond({ fee: { feeLevel: 'LOW' } });

const stick = ({ id }: Transaction) => steer(id, 'stick');
const unstick = ({ id }: Transaction) => steer(id, 'unstick');
const drop = ({ id }: Transaction) => steer(id, 'drop');
const confirm = ({ id }: Transaction) => steer(id, 'confirm');
const fail = ({ id }: Transaction) => steer(id, 'fail');
const deny = ({ id }: Transaction) => steer(id, 'deny');
const failWith =
  (reason: FailureReason) =>
  ({ id }: Transaction) => ({ ...steer(id, 'fail'), reason });
const denyWith =
  (reason: FailureReason) =>
  ({ id }: Transaction) => ({ ...steer(id, 'deny'), reason });

type World = ReadableWorld & Transaction;

const outbound = (world: World) => outboundOf(world, world.id);
const updatedMs = (world: World) => broadcastOf(world, world.id).updatedMs;
const details = (world: World) => transactionDetails(world.wallet, outbound(world));

/** The fee that a transaction paid for its block. */
function paid(world: World): bigint {
  const transaction = outbound(world);
  return 'mined' in transaction ? (transaction.mined?.networkFee ?? 0n) : 0n;
}

/** Two transfers of the same wallet; the second starts `laterMs` after the first. */
const twoTransfers = (laterMs: number) => (world: WalletWorld) => {
  const first = transferred(world);
  world.after(laterMs);
  return { ...first, secondId: start(world, transfer(walletAt(first, 0).id)) };
};

describe('stick and unstick', () => {
  it('exclude a transaction from blocks until it is stuck, and release it again', () => {
    given(wallet, transferred)
      .after('2s')
      .having(stick)
      .after('117.999s') // the tenth block comes at 120 s
      .shows(state, 'SENT')
      .after('1ms')
      .shows(state, 'STUCK')
      .when(unstick)
      .then('TransactionSteered')
      .shows(state, 'SENT')
      .after('12s')
      .shows(state, 'CONFIRMED');
  });

  it('do not delay a transaction that is not stuck yet', () => {
    given(wallet, transferred)
      .after('2s')
      .having(stick, unstick)
      .after('22s')
      .shows(state, 'CONFIRMED');
  });

  it('do not change the update date of a SENT transaction, since its view has not changed', () => {
    const stuck = given(wallet, transferred).after('2s').having(stick);
    const before = updatedMs(stuck);
    stuck.after('5s').having(unstick).shows(updatedMs, before);
  });

  it('set the update date of a transaction that was STUCK', () => {
    const unstuck = given(wallet, transferred)
      .after('2s')
      .having(stick)
      .after('130s')
      .having(unstick);
    unstuck.shows(updatedMs, unstuck.state.nowMs);
  });

  it('restart the ten blocks of the transaction', () => {
    given(wallet, lowTransfer)
      .after('2s')
      .having({ type: 'ChangeChain', blockchain: 'ETH-SEPOLIA', congestion: '9' })
      .after('200s')
      .shows(state, 'STUCK')
      .having(unstick)
      .after('109.999s') // the sixteenth block came at 192 s, the twenty-sixth comes at 312 s
      .shows(state, 'SENT')
      .after('1ms')
      .shows(state, 'STUCK');
  });
});

describe('drop', () => {
  it('removes a transaction from the mempool: it is STUCK at once, and remains so', () => {
    given(wallet, transferred)
      .after('2s')
      .having(drop)
      .shows(state, 'STUCK')
      .after('10000s')
      .shows(state, 'STUCK');
  });
});

describe('confirm', () => {
  it('includes a transaction in the next block at any fee', () => {
    const confirmed = given(wallet, lowTransfer)
      .after('2s')
      .having({ type: 'ChangeChain', blockchain: 'ETH-SEPOLIA', baseFeeGwei: '500' }, confirm)
      .after('10s')
      .shows(state, 'CONFIRMED');
    const offered = outbound(confirmed).fee.maxFee * 65_000n;
    confirmed.shows(paid, offered);
  });

  it('still waits for earlier nonces', () => {
    given(wallet, twoTransfers(500))
      .after('1.5s')
      .having(stick, ({ secondId }) => steer(secondId, 'confirm'))
      .after('50s')
      .shows((world) => stateOfId(world.secondId)(world), 'SENT')
      .having(confirm)
      .after('12s')
      .shows(state, 'CONFIRMED')
      .shows((world) => stateOfId(world.secondId)(world), 'CONFIRMED');
  });

  it('overrides an earlier fail', () => {
    given(wallet, transferred)
      .after('2s')
      .having(fail, confirm)
      .after('10s')
      .shows(state, 'CONFIRMED');
  });

  it('wins over a pending cancellation', () => {
    given(wallet, lowTransfer)
      .after('2s')
      .having(({ id }) => cancel(id), confirm)
      .after('10s')
      .shows(state, 'CONFIRMED');
  });
});

describe('fail', () => {
  it.each([0, 200, 400])('%d ms after the start costs nothing', (ms) => {
    given(wallet, transferred)
      .after(ms)
      .having(fail)
      .shows(outbound, { state: 'FAILED', failure: { reason: 'ESTIMATION_ERROR' } })
      .showsExactly(balance(0), unspent)
      .showsExactly(balance(0, usdcId), unspentUsdc)
      .after('1000s')
      .shows(state, 'FAILED');
  });

  it('of a queued transaction leaves no gap in the nonces', () => {
    given(wallet, twoTransfers(0))
      .after('400ms')
      .having(fail)
      .shows((world) => nonceOf(world, world.secondId), 0)
      .after('5m')
      .shows((world) => stateOfId(world.secondId)(world), 'COMPLETE');
  });

  it.each(['SENT', 'STUCK'] as const)('of one that is %s costs gas in the next block', (former) => {
    const failed = given(wallet, transferred)
      .after('2s')
      .having(...(former === 'STUCK' ? [drop] : []))
      .shows(state, former)
      .having(fail)
      .shows(state, former)
      .after('10s')
      .shows(outbound, { state: 'FAILED', failure: { reason: 'FAILED_ON_CHAIN' } });
    expect(paid(failed)).toBeGreaterThan(0n);
    failed
      .showsExactly(balance(0), { units: 10n * ether - paid(failed), reserved: 0n })
      .showsExactly(balance(0, usdcId), unspentUsdc)
      .shows(balance(1, usdcId), { units: thousand });
    expect(historyOf(failed, failed.id).map(([type]) => type)).not.toContain('InboundDetected');
  });
});

describe('fail with a reason', () => {
  const beforeSending = failureReasons.filter((reason) => !reason.startsWith('FAILED_'));

  it.each(beforeSending)('%s fails a transaction before it is sent', (reason) => {
    given(wallet, transferred)
      .after('400ms')
      .having(failWith(reason))
      .shows(outbound, { state: 'FAILED', failure: { reason } })
      .showsExactly(balance(0), unspent)
      .showsExactly(balance(0, usdcId), unspentUsdc);
  });

  it('FAILED_ON_CHAIN fails a transaction in its block', () => {
    given(wallet, transferred)
      .after('2s')
      .having(failWith('FAILED_ON_CHAIN'))
      .after('10s')
      .shows(outbound, { state: 'FAILED', failure: { reason: 'FAILED_ON_CHAIN' } });
  });

  it('FAILED_REORG fails a transaction when its block leaves the chain', () => {
    given(wallet, transferred)
      .after('24s')
      .having(failWith('FAILED_REORG'))
      .shows(outbound, { state: 'FAILED', failure: { reason: 'FAILED_REORG' } });
  });

  it.each([
    ['GAS_LIMIT_TOO_LOW', 1_000, 'INITIATED, CLEARED or QUEUED; this one is SENT'],
    ['FAILED_ON_CHAIN', 0, 'SENT or STUCK; this one is INITIATED'],
    ['FAILED_REORG', 1_000, 'CONFIRMED; this one is SENT'],
  ] as const)('%s is refused at another time', (reason, afterMs, words) => {
    given(wallet, transferred)
      .after(afterMs)
      .when(failWith(reason))
      .refused('STATE_UNFIT', {
        detail: `fail with ${reason} is for a transaction that is ${words}`,
      });
  });
});

describe('deny', () => {
  it.each(failureReasons)('can carry %s', (reason) => {
    given(wallet, transferred)
      .having(denyWith(reason))
      .shows(details, { state: 'DENIED', errorReason: reason });
  });

  it('has a documented reason by default', () => {
    const denied = given(wallet, transferred)
      .having(deny)
      .shows(details, { errorDetails: 'Refused by screening.' });
    expect(failureReasons).toContain(details(denied).errorReason);
  });

  it('rejects at screening, without costs', () => {
    given(wallet, transferred)
      .after('199ms')
      .having(deny)
      .shows(state, 'DENIED')
      .showsExactly(balance(0), unspent)
      .showsExactly(balance(0, usdcId), unspentUsdc)
      .after('1000s')
      .shows(state, 'DENIED');
  });
});

describe('a replacement by the operator', () => {
  it('accelerates a stuck transaction, which completes', () => {
    given(wallet, transferred)
      .after('2s')
      .having(stick)
      .after('200s')
      .shows(state, 'STUCK')
      .when(({ id }) => steer(id, 'accelerate'))
      .then('TransactionAccelerated')
      .after('200s')
      .shows(state, 'COMPLETE');
  });

  it('cancels a transaction that is not sent yet at once', () => {
    given(wallet, transferred)
      .when(({ id }) => steer(id, 'cancel'))
      .then('TransactionCancelledBeforeSend')
      .shows(state, 'CANCELLED');
  });
});

describe('each action', () => {
  const allowed = {
    INITIATED: ['fail', 'deny', 'cancel'],
    CLEARED: ['fail', 'cancel'],
    QUEUED: ['fail', 'cancel'],
    SENT: ['stick', 'unstick', 'drop', 'confirm', 'fail', 'accelerate', 'cancel'],
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
  const take =
    (action: SteeringAction) =>
    ({ id }: Transaction) =>
      steer(id, action);

  describe.each(Object.keys(allowed) as (keyof typeof allowed)[])(
    'of a transaction that is %s',
    (former) => {
      it.each(steeringActions)('%s is accepted only in states that allow it', (action) => {
        const decided = given(wallet, transferred)
          .after(instants[former])
          .shows(state, former)
          .when(take(action));
        if ((allowed[former] as readonly string[]).includes(action)) decided.accepted();
        else decided.refused('STATE_UNFIT', { detail: expect.any(String) });
      });
    },
  );

  it.each(steeringActions)('%s is refused for a record that is inbound', (action) => {
    given(wallet, transferred)
      .after('24s')
      .when((world) => steer(inboundIdOf(world, world.id), action))
      .refused('TRANSACTION_INBOUND');
  });

  it('is refused in words that name the state', () => {
    given(wallet, transferred)
      .when(stick)
      .refused('STATE_UNFIT', { detail: expect.stringContaining('this one is INITIATED') })
      .after('1s')
      .shows(state, 'SENT')
      .when(deny)
      .refused('STATE_UNFIT', { detail: expect.stringContaining('this one is SENT') });
  });
});
