import { describe, expect, it } from 'vitest';
import { gasOf } from '../../../../core/wallet/broadcast/gas.ts';
import type { Token } from '../../../../core/wallet/records/token.ts';
import { nativeToken, stablecoinOf } from '../../../../core/wallet/tokens/catalogue.ts';
import { strangerAddress } from '../../../support/wallet/commands.ts';

function ofTransfer(token: Token | undefined): bigint {
  if (token === undefined) throw new Error('The catalogue lacks a token');
  const operation = { kind: 'TRANSFER', tokenId: token.id, destination: strangerAddress } as const;
  return gasOf(token.blockchain, operation, token);
}

describe('gas', () => {
  it('of a transfer depends on the token', () => {
    expect(ofTransfer(nativeToken('ETH-SEPOLIA'))).toBe(21_000n);
    expect(ofTransfer(stablecoinOf('ETH-SEPOLIA', 'USDC'))).toBe(65_000n);
  });

  it('of an NFT is more than of a currency', () => {
    const coin = stablecoinOf('ETH-SEPOLIA', 'USDC');
    for (const standard of ['ERC721', 'ERC1155'] as const) {
      expect(ofTransfer(coin === undefined ? undefined : { ...coin, standard })).toBe(90_000n);
    }
  });

  it('on Solana is one signature, on Aptos a round figure', () => {
    expect(ofTransfer(nativeToken('SOL-DEVNET'))).toBe(1n);
    expect(ofTransfer(nativeToken('APTOS-TESTNET'))).toBe(100n);
    expect(ofTransfer(stablecoinOf('APTOS-TESTNET', 'USDC'))).toBe(1_000n);
  });

  it('of a call depends on its data', () => {
    const call = (callData: string) =>
      gasOf('ETH-SEPOLIA', {
        kind: 'CONTRACT_EXECUTION',
        contract: strangerAddress,
        value: 0n,
        callData,
      });
    expect(call('0x')).toBe(100_000n);
    expect(call('0xa9059cbb')).toBe(100_064n);
  });
});
