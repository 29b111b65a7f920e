import { describe, expect, it } from 'vitest';
import { wallet } from '../../../core/wallet/index.ts';
import { runningChain } from '../../../core/wallet/state.ts';
import { given } from '../../support/given.ts';

describe('runningChain', () => {
  it('breaks an invariant for a chain that is not run', () => {
    const { wallet: state } = given(wallet);
    expect(runningChain(state, 'SOL').rules.hasNonces).toBe(false);
    expect(() => runningChain(state, 'NEAR')).toThrow('NEAR is a running chain');
  });
});
