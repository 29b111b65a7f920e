// The request to put another contract behind the address of a smart account.

import type { ScaCore } from '../keys/account.ts';
import type { FeeFields, ForNetwork, IdempotentRequest, WalletName } from './parts.ts';

/** The wallet stands among the members of the command, not below one of its own: journals have it there. */
export type InitiateWalletUpgrade = IdempotentRequest &
  ForNetwork &
  WalletName & {
    readonly type: 'InitiateWalletUpgrade';
    readonly newScaCore: ScaCore;
    readonly refId?: string;
    readonly fee: FeeFields;
  };
