import { expect, it } from 'vitest';
import { fundedWorld, transfer } from '../../support/wallet.ts';
it('completes', () => {
  const world = fundedWorld();
  const id = world.start(transfer(world.wallets[0]!.id));
  world.pass(300_000);
  expect(world.wallet.transactions.get(id)?.state).toBe('COMPLETE');
});
