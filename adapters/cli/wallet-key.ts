// The option --wallet-key of verbs that ask the wallet service.

import type { Command } from 'commander';
import { walletKeysDefault } from '../services/wallet/config.ts';

export function withWalletKey(command: Command): Command {
  return command.option(
    '--wallet-key <key>',
    'wallet API key for the request',
    walletKeysDefault[0],
  );
}
