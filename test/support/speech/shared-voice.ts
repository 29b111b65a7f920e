// One voice for all tests of a worker: its thread starts when a test first needs it, in over a second, and ends with the worker.
// Imported by what opens a Reprise or a shell.

import { openSynthesiser } from '../../../adapters/voice/synthesiser.ts';

openSynthesiser(); // the synthesiser of the process lives until its last user closes it, which this one does not
