// The form of a case in which a command is rejected.

import type { WalletCommand } from '../../../core/wallet/commands.ts';
import type { WalletRejectionCode } from '../../../core/wallet/rejections.ts';
import type { FundedWorld } from './setups.ts';

export interface Case {
  readonly code: WalletRejectionCode;
  readonly when: string;
  readonly world?: () => FundedWorld;
  /** Prepares the world and returns the command that is rejected. */
  readonly command: (world: FundedWorld) => WalletCommand;
}
