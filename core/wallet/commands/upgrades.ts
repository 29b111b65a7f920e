// The request to put another contract behind the address of a smart account.

import type { ScaCore } from '../keys/account.ts';
import type { FeeFields, Keyed, Making } from '../commands.ts';

export interface InitiateWalletUpgrade extends Making, Keyed {
  readonly type: 'InitiateWalletUpgrade';
  readonly walletId: string;
  readonly newScaCore: ScaCore;
  readonly refId?: string;
  readonly fee: FeeFields;
}
