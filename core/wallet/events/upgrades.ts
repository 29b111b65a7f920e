// The upgrade of a smart account.

import type { ScaCore } from '../keys/account.ts';
import type { ContractCall } from '../records/operation.ts';
import type { Initiated } from './parts.ts';

/** With the call of the account by itself. */
export interface WalletUpgradeInitiated
  extends Initiated, Required<Pick<ContractCall, 'abi' | 'callData'>> {
  readonly type: 'WalletUpgradeInitiated';
  /** The core of the wallet from COMPLETE on. */
  readonly scaCore: ScaCore;
}
