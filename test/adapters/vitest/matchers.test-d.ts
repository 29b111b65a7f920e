// Unknown members of events are compile errors: with `not`, a misspelt member would always pass.

import { it } from 'vitest';
import { expect, type TestWorld } from '../../../adapters/vitest/index.ts';

declare const world: TestWorld;

it('knows the members of events', () => {
  void expect(world).toHaveEmitted('TransactionSent', { transactionId: expect.any(String) });
  // @ts-expect-error -- the member is transactionId
  void expect(world).not.toHaveEmitted('TransactionSent', { transactionID: 'x' });
  // @ts-expect-error -- the type is TransactionSent
  void expect(world).toHaveEmitted('TransactionSend');
  void expect(world).toHaveEmittedInOrder('TransactionSent', ['FaultStruck', { faultId: 'f' }]);
  // @ts-expect-error -- a member of another event
  void expect(world).toHaveEmittedInOrder(['TransactionSent', { faultId: 'f' }]);
});
