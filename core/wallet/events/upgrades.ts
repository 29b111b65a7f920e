// A smart account is to be upgraded: it was told to let its proxy point to another contract.

import type { ScaCore } from '../keys/account.ts';
import type { Initiated } from './parts.ts';

export interface WalletUpgradeInitiated extends Initiated {
  readonly type: 'WalletUpgradeInitiated';
  /** What the wallet's core is from the completion on. */
  readonly scaCore: ScaCore;
  /** The call of the account by itself. */
  readonly abi: { readonly signature: string; readonly parameters: readonly string[] };
  /** The same as `0x` hex. */
  readonly callData: string;
}
