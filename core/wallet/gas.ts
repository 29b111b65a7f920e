// How much gas an operation needs (reference/wallet.md section 6, "Gas defaults").

import { chainOf, type Blockchain } from './chains.ts';
import type { Operation } from './records/operation.ts';
import { isNft, type Token } from './records/token.ts';

const nativeGas = 21_000n;
const tokenGas = 65_000n;
const nftGas = 90_000n;
const contractGas = 100_000n;
const callDataByteGas = 16n;

/** Gas of an operation on a chain; outside the EVM chains the one signature. `token` is the one that a transfer is of. */
export function gasOf(blockchain: Blockchain, operation: Operation, token?: Token): bigint {
  if (chainOf(blockchain).family !== 'evm') return 1n;
  switch (operation.kind) {
    case 'TRANSFER':
      if (token?.isNative === true) return nativeGas;
      return token !== undefined && isNft(token) ? nftGas : tokenGas;
    case 'CONTRACT_EXECUTION': {
      const bytes = BigInt(operation.callData.length - 2) / 2n;
      return contractGas + callDataByteGas * bytes;
    }
  }
}
