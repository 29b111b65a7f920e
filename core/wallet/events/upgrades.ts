// The upgrade of a smart account.

import type { ScaCore } from '../keys/account.ts';
import type { Initiated } from './parts.ts';

export interface WalletUpgradeInitiated extends Initiated {
  readonly type: 'WalletUpgradeInitiated';
  /** The core of the wallet from COMPLETE on. */
  readonly scaCore: ScaCore;
  /** The call of the account by itself. */
  readonly abi: { readonly signature: string; readonly parameters: readonly string[] };
  /** The same as `0x` hex. */
  readonly callData: string;
}
