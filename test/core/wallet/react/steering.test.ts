import { describe, expect, it } from 'vitest';
import { wallet } from '../../../../core/wallet/index.ts';
import { transactionDetails } from '../../../../core/wallet/details/transaction.ts';
import { failureReasons } from '../../../../core/wallet/records/failure.ts';
import type { SteeringPlan } from '../../../../core/wallet/records/steering-plan.ts';
import { given } from '../../../support/given.ts';
import { cancel, execution, transfer, upgrade } from '../../../support/wallet/commands.ts';
import {
  balance,
  fundedWallets,
  provisionSmart,
  start,
  startedTransfer,
  state,
  stateOfId,
  type Transaction,
} from '../../../support/wallet/setups.ts';
import { historyOf, outboundOf, steer, walletAt } from '../../../support/wallet/world-queries.ts';

const plannedTransfer = (planned: SteeringPlan) => startedTransfer({ planned });
const steerBy =
  ({ action, ...reason }: SteeringPlan) =>
  ({ id }: Transaction) => ({ ...steer(id, action), ...reason });

describe('a planned action', () => {
  it.each<SteeringPlan>([
    { action: 'stick' },
    { action: 'drop' },
    { action: 'fail' },
    { action: 'fail', reason: 'FAILED_ON_CHAIN' },
  ])('%j has the effect of the same action just after the transaction was sent', (planned) => {
    const byPlan = given(wallet, plannedTransfer(planned)).after('10m');
    const byHand = given(wallet, startedTransfer())
      .after('1s')
      .shows(state, 'SENT')
      .having(steerBy(planned))
      .after('599s');
    expect(historyOf(byPlan, byPlan.id)).toEqual(historyOf(byHand, byHand.id));
    byPlan.showsExactly(balance(0), balance(0)(byHand)).shows(state, state(byHand) ?? 'none');
  });

  it.each(failureReasons)('denies at screening, with %s', (reason) => {
    given(wallet, plannedTransfer({ action: 'deny', reason }))
      .after('199ms')
      .shows(state, 'INITIATED')
      .after('1ms')
      .shows((world) => transactionDetails(world.wallet, outboundOf(world, world.id)), {
        state: 'DENIED',
        errorReason: reason,
      })
      .after('10m')
      .shows(state, 'DENIED');
  });

  it.each(failureReasons.filter((reason) => !reason.startsWith('FAILED_')))(
    'fails with %s at screening',
    (reason) => {
      given(wallet, plannedTransfer({ action: 'fail', reason }))
        .after('200ms')
        .shows((world) => outboundOf(world, world.id), { state: 'FAILED', failure: { reason } });
    },
  );

  it('fails with FAILED_REORG as soon as a block includes it', () => {
    given(wallet, plannedTransfer({ action: 'fail', reason: 'FAILED_REORG' }))
      .after('24s')
      .shows((world) => outboundOf(world, world.id), {
        state: 'FAILED',
        failure: { reason: 'FAILED_REORG' },
      });
  });

  it('that never becomes legal has no effect', () => {
    given(wallet, plannedTransfer({ action: 'stick' }))
      .after('500ms')
      .having(({ id }) => cancel(id))
      .after('10m')
      .shows(state, 'CANCELLED');
  });

  it('waits for the transaction to be sent, for any time in its queue', () => {
    const world = given(wallet, fundedWallets(['MATIC-AMOY']));
    const { id: walletId } = walletAt(world, 0);
    const token = { tokenId: '36b6931a-873a-56a8-8a27-b706b17104ee' };
    const begin = (planned: object) => start(world, transfer(walletId, { token, ...planned }));
    const [first = ''] = Array.from({ length: 16 }, () => begin({}));
    const last = begin({ planned: { action: 'drop' } });
    world
      .after('1s')
      .having(steer(first, 'stick'))
      .after('1h')
      .shows(stateOfId(last), 'QUEUED')
      .having(steer(first, 'confirm'))
      .after('1m')
      .shows(stateOfId(last), 'STUCK');
  });

  it('is accepted by contract executions and upgrades, too', () => {
    const world = given(wallet, fundedWallets());
    const { id: walletId } = walletAt(world, 0);
    const planned: SteeringPlan = { action: 'deny' };
    const smart = provisionSmart(world, { scaCore: 'circle_6900_singleowner_v1' });
    const ids = [execution(walletId, { planned }), upgrade(smart.id, { planned })].map((command) =>
      start(world, command),
    );
    world.after('200ms');
    expect(ids.map((id) => stateOfId(id)(world))).toEqual(['DENIED', 'DENIED']);
  });

  it('applies to one transaction only, and not to a repeated request', () => {
    const world = given(wallet, fundedWallets());
    const { id: walletId } = walletAt(world, 0);
    const request = transfer(walletId);
    const id = start(world, request);
    world
      .when({ ...request, planned: { action: 'deny' } } as typeof request)
      .then()
      .after('1s')
      .shows(stateOfId(id), 'SENT');
  });
});
