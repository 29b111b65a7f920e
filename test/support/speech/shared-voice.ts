// One voice for all tests of a worker: its thread takes over a second to start, and would end with each Reprise and shell.

import { openSynthesiser, type Synthesiser } from '../../../adapters/voice/synthesiser.ts';

let shared: Synthesiser | undefined;

/** Opens a synthesiser and never closes it: the synthesiser of the process lives until its last user closes it. */
export function shareVoice(): void {
  shared ??= openSynthesiser();
}
