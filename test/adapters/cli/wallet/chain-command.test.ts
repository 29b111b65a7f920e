import { expect } from 'vitest';
import { shellTest } from '../../../support/runner/shell-test.ts';

const it = shellTest({ scope: 'file', auto: 'served' });

it('shows one blockchain, in any case, or all as a table', async ({ shell, served }) => {
  const path = '/worlds/default/wallet/chains/ETH-SEPOLIA';
  const { body } = await served.control('GET', path);
  expect(await shell.json('chain', 'show', 'eth-sepolia')).toEqual(body);
  expect(await shell.prints('chain', 'show', 'ETH-SEPOLIA')).toMatch(
    /^ETH-SEPOLIA is at height 100000, a block every 12s, base fee [\d.]+ gwei \(10 without congestion\), congestion 0\.$/,
  );
  const lines = (await shell.prints('chain')).split('\n');
  expect(lines[0]).toMatch(
    /^blockchain +height +base fee \(gwei\) +congestion +block time +blocks$/,
  );
  const [titles, sepolia] = [lines[0] ?? '', lines.find((line) => line.startsWith('ETH-SEPOLIA'))];
  expect(sepolia).toMatch(/ 12s +running$/);
  expect(sepolia?.indexOf('12s')).toBe(titles.indexOf('block time'));
  expect((await shell.json('chain')).chains).toHaveLength(lines.length - 1);
});

it('sets conditions, pauses and resumes', async ({ shell }) => {
  const conditions = ['--base-fee', '30', '--congestion', '4.5', '--block-time', '2s'];
  expect(await shell.json('chain', 'set', 'BASE-SEPOLIA', ...conditions)).toMatchObject({
    calmBaseFeeGwei: '30',
    congestion: '4.5',
    blockTimeMs: 2_000,
    paused: false,
  });
  expect(await shell.prints('chain', 'pause', 'BASE-SEPOLIA')).toContain(', paused,');
  const { height } = await shell.json('chain', 'show', 'BASE-SEPOLIA');
  await shell.prints('clock', 'advance', '1m');
  expect(await shell.json('chain', 'show', 'BASE-SEPOLIA')).toMatchObject({ height, paused: true });
  await shell.prints('chain', 'resume', 'BASE-SEPOLIA');
  await shell.prints('clock', 'advance', '1m');
  expect(await shell.json('chain', 'show', 'BASE-SEPOLIA')).toMatchObject({ height: height + 30 });
  expect(await shell.refuses('chain', 'set', 'BASE-SEPOLIA', '--congestion', '1001')).toContain(
    '1000',
  );
});

it('refuses unknown blockchains, and no conditions', async ({ shell }) => {
  const { exitCode, errors } = await shell.run(['chain', 'pause', 'ETH-SEPOLA']);
  expect(exitCode).toBe(1);
  expect(errors[0]).toMatch(/no running blockchain 'ETH-SEPOLA'\. Did you mean ETH-SEPOLIA\?/);
  expect(await shell.refuses('chain', 'set', 'ETH-SEPOLIA')).toContain('--base-fee');
});
