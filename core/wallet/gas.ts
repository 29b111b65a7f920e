// How much gas an operation needs (reference/wallet.md section 6, "Gas defaults").

import { chainOf, type Blockchain } from './chains.ts';
import type { Operation } from './records/operation.ts';
import { isNft, type Token } from './records/token.ts';

const evmGas = { native: 21_000n, token: 65_000n, nft: 90_000n, contract: 100_000n };
const callDataByteGas = 16n;

/** Round figures of ours. */
const aptosGas = { native: 100n, token: 1_000n };

/** Gas of an operation on a chain; on Solana the one signature. `token` is the one that a transfer is of. */
export function gasOf(blockchain: Blockchain, operation: Operation, token?: Token): bigint {
  switch (chainOf(blockchain).family) {
    case 'evm':
      return operation.kind === 'TRANSFER'
        ? evmGas[kindOf(token)]
        : evmGas.contract + callDataByteGas * BigInt(operation.callData.length / 2 - 1);
    case 'aptos':
      return token?.isNative === true ? aptosGas.native : aptosGas.token;
    case 'solana':
    case 'near':
      return 1n;
  }
}

function kindOf(token: Token | undefined): 'native' | 'token' | 'nft' {
  if (token?.isNative === true) return 'native';
  return token !== undefined && isNft(token) ? 'nft' : 'token';
}
