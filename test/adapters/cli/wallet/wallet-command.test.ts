import { expect } from 'vitest';
import { shellTest } from '../../../support/runner/shell-test.ts';

const it = shellTest({
  scope: 'file',
  auto: 'served',
  flags: ['--fixture', 'wallet/treasury'],
}).extend('till', async ({ shell }) => {
  const { wallets } = await shell.json('wallet', 'list', '--ref-id', 'till');
  return wallets[0].id as string;
});

it('lists wallets as a table, and as JSON', async ({ shell, till }) => {
  const [titles, ...rows] = (await shell.prints('wallet')).split('\n');
  expect(titles).toMatch(/^id +refId +name +blockchain +type +state +address$/);
  expect(rows).toHaveLength(5);
  expect(rows.join('\n')).toMatch(
    new RegExp(`^${till} +till +till +ETH-SEPOLIA +EOA +LIVE +0x`, 'm'),
  );
  const solana = await shell.json('wallet', 'list', '--blockchain', 'sol-devnet', '--limit', '3');
  expect(solana.wallets.map((one: { refId: string }) => one.refId)).toEqual(['operations']);
  expect(await shell.prints('wallet', 'list', '--ref-id', 'nobody')).toBe('There are no wallets.');
  expect(await shell.refuses('wallet', 'list', '--limit', '0')).toContain('from 1 to 1000');
});

it('funds a wallet by its id, refId or address', async ({ shell, till }) => {
  expect(await shell.prints('wallet', 'fund', till, '--native', '1.5', '--usdc', '20')).toBe(
    `Wallet ${till} has 1.5 ETH-SEPOLIA, 20 USDC.`,
  );
  const usdc = '5797fbd6-3795-519d-84ca-ec4c5f80c3b1';
  const funded = await shell.json('wallet', 'fund', 'till', '--token', `${usdc}=2`);
  expect(funded.balances).toContainEqual({ tokenId: usdc, symbol: 'USDC', amount: '22' });
  const { wallet } = await shell.json('wallet', 'show', 'till');
  const shown = await shell.prints('wallet', 'show', wallet.address);
  expect(shown.split('\n')).toEqual([
    `Wallet ${till} is LIVE, EOA on ETH-SEPOLIA`,
    `  address    ${wallet.address}`,
    '  refId      till',
    '  name       till',
    '  balances   1.5 ETH-SEPOLIA, 22 USDC',
  ]);
});

it('mints an NFT, which the wallet receives in a transaction', async ({ shell, till }) => {
  const nft = ['--token-address', `0x${'1'.repeat(40)}`, '--standard', 'ERC721', '--symbol', 'ART'];
  const sentence = await shell.prints('wallet', 'mint', 'till', ...nft, '--nft-token-id', '7');
  expect(sentence).toMatch(
    new RegExp(`^Minted token ART to wallet ${till} in transaction [-\\w]+\\.$`),
  );
  const { transactions } = await shell.json('tx', 'list', '--limit', '1');
  expect(transactions[0]).toMatchObject({ walletId: till, transactionType: 'INBOUND' });
});

it('freezes and unfreezes', async ({ shell, till }) => {
  expect(await shell.prints('wallet', 'freeze', till)).toBe(`Wallet ${till} is FROZEN.`);
  expect((await shell.json('wallet', 'show', till)).wallet.state).toBe('FROZEN');
  expect(await shell.prints('wallet', 'unfreeze', 'till')).toBe(`Wallet ${till} is LIVE.`);
});

it('refuses unknown and ambiguous wallets, and missing amounts', async ({ shell, till }) => {
  expect(await shell.refuses('wallet', 'freeze', 'nobody')).toMatch(
    /refId 'nobody'; reprise wallet list/,
  );
  const several = await shell.refuses('wallet', 'fund', 'operations', '--usdc', '1');
  expect(several).toMatch(/^Several wallets are named 'operations': .* on BASE-SEPOLIA, /);
  expect(several).toContain('--blockchain');
  expect(
    await shell.prints('wallet', 'fund', 'operations', '--usdc', '1', '--blockchain', 'SOL-DEVNET'),
  ).toContain('5001 USDC');
  expect(await shell.refuses('wallet', 'fund', till)).toContain('--native');
  expect(await shell.refuses('wallet', 'mint', till)).toContain('--token-address');
  const unknown = '00000000-0000-4000-8000-000000000000';
  expect(await shell.refuses('wallet', 'freeze', unknown)).toMatch(/; reprise wallet list prints/);
  expect(await shell.refuses('wallet', 'fund', till, '--usdc', '-1')).toContain('decimal');
  expect(await shell.refuses('wallet', 'fund', till, '--token', 'usdc')).toContain('<id>=');
});
