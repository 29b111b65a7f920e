// Unknown members of events are compile errors: with `not`, a misspelt member would always pass.

import { it } from 'vitest';
import { expect, type TestWorld } from '../../../adapters/vitest/index.ts';

declare const world: TestWorld;

it('knows the data of events by their type', async () => {
  const [sent] = await world.events('TransactionSent');
  const id: string | undefined = sent?.data.transactionId;
  // @ts-expect-error -- the member is transactionId
  void sent?.data.transactionID;
  // @ts-expect-error -- the type is TransactionSent
  void world.events('TransactionSend');
  const [any] = await world.events();
  const data: Readonly<Record<string, unknown>> | undefined = any?.data;
  void [id, data];
});

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
