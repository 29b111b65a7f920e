// The summary of a world at a given instant.

import { expect, it } from 'vitest';
import { viewOf } from '../../../core/engine/world-view.ts';
import { wallet } from '../../../core/wallet/index.ts';
import { epochMs } from '../../support/engine/pure-world.ts';
import { given } from '../../support/given.ts';
import { transfer } from '../../support/wallet/commands.ts';
import { fundedWallets } from '../../support/wallet/setups.ts';

it('a world view shows the counts, the digest and the next due of a state, at the given instant', () => {
  const { state } = given(wallet, fundedWallets()).having(({ wallets }) =>
    transfer(wallets[0]?.id ?? ''),
  );
  const clock = { mode: 'real', rate: 1 } as const;
  const record = { name: 'w', seed: 's', epochMs, ids: 'ordinal', clock, config: null } as const;
  const { position, inputs, digest, settings } = state;
  expect(viewOf(record, state, state.nowMs + 7)).toEqual({
    name: 'w',
    record,
    position,
    inputs,
    digest,
    nowMs: state.nowMs + 7,
    clock: state.clock,
    settings,
    nextDueMs: state.dues.next()?.dueMs,
    pendingDues: state.dues.size,
  });
});
