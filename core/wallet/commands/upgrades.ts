// The request to upgrade a smart account.

import type { ScaCore } from '../keys/account.ts';
import type { Initiating, WalletName } from './parts.ts';

/** The members of the wallet's name are those of the command itself: journals have them there. */
export type InitiateWalletUpgrade = Initiating &
  WalletName & {
    readonly type: 'InitiateWalletUpgrade';
    readonly newScaCore: ScaCore;
  };
