// One voice for all tests of a worker: its thread takes over a second to start, and would end with each Reprise and shell.

import { openSynthesiser, type Synthesiser } from '../../../adapters/voice/synthesiser.ts';

let shared: Synthesiser | undefined;

/** The synthesiser of the process lives until its last user closes it, which this one does not. Its thread starts when needed. */
export function shareVoice(): void {
  shared ??= openSynthesiser();
}
