// The request to upgrade a smart account.

import type { ScaCore } from '../keys/account.ts';
import type { FeeFields, ForNetwork, IdempotentRequest, WalletName } from './parts.ts';

/** The members of the wallet's name are those of the command itself: journals have them there. */
export type InitiateWalletUpgrade = IdempotentRequest &
  ForNetwork &
  WalletName & {
    readonly type: 'InitiateWalletUpgrade';
    readonly newScaCore: ScaCore;
    readonly refId?: string;
    readonly fee: FeeFields;
  };
