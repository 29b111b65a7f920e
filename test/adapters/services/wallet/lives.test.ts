// The balances of wallets, as what-if compares them.

import { expect, it } from 'vitest';
import { walletLives } from '../../../../adapters/services/wallet/lives.ts';
import { startReprise } from '../../../../adapters/testing/index.ts';

it('have a name each, also tokens with one symbol', async () => {
  await using reprise = await startReprise({ fixture: 'wallet/treasury' });
  const world = await reprise.createWorld();
  const { id } = world.wallet('till');
  await world.wallet('till').fund({ usdc: '5' });
  const tokenAddress = `0x${'1f'.repeat(20)}`;
  const url = `${reprise.url}/__reprise/worlds/${world.name}/wallet/wallets/${id}/mint`;
  const minted = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${reprise.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tokenAddress, standard: 'ERC20', symbol: 'USDC', amount: '7' }),
  });
  expect(minted.ok).toBe(true);
  await world.clock.untilIdle();
  const holdings = world.running.peek((states) => [...(walletLives.holdings?.(states) ?? [])]);
  const values = holdings.find(({ name }) => name === `wallet ${id}`)?.values ?? {};
  const of = (amount: string) => Object.keys(values).filter((name) => values[name] === amount);
  expect(of('7')).toEqual([expect.stringMatching(/^USDC of 0x1f/i)]);
  expect(values['USDC']).toBe('5');
});
