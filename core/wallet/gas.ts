// How much gas an operation needs (reference/wallet.md section 6, "Gas defaults").

import { chainOf, type Blockchain } from './chains.ts';
import type { Operation } from './records/operation.ts';
import type { Token } from './tokens.ts';

const nativeGas = 21_000n;
const tokenGas = 65_000n;
const contractGas = 100_000n;
const callDataByteGas = 16n;

/** Gas of an operation on a chain; outside the EVM chains the one signature. `token` is the one that a transfer is of. */
export function gasOf(blockchain: Blockchain, operation: Operation, token?: Token): bigint {
  if (chainOf(blockchain).family !== 'evm') return 1n;
  switch (operation.kind) {
    case 'TRANSFER':
      return token?.isNative === true ? nativeGas : tokenGas;
    case 'CONTRACT_EXECUTION': {
      const bytes = BigInt(operation.callData.length - 2) / 2n;
      return contractGas + callDataByteGas * bytes;
    }
  }
}
