// The form of a case in which a command is refused.

import type { WalletCommand } from '../../../core/wallet/commands.ts';
import type { RejectionCode } from '../../../core/wallet/rejections.ts';
import type { FundedWorld } from './setups.ts';

export interface Case {
  readonly code: RejectionCode;
  readonly when: string;
  readonly world?: () => FundedWorld;
  /** Does what is needed before and returns the command that is refused. */
  readonly command: (world: FundedWorld) => WalletCommand;
}
