// The parts of a test world that belong to one service, such as its wallet.

import type { KitContext } from './kit-context.ts';
import { speechKit, type SpeechKit } from './test-speech.ts';
import { walletKit, type WalletKit } from './test-wallet.ts';

export interface ServiceKits extends WalletKit, SpeechKit {}

export function serviceKits(context: KitContext): ServiceKits {
  return { ...walletKit(context), ...speechKit(context) };
}
