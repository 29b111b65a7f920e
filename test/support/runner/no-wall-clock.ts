// Sets the traps for tests of the core and for laws. Tests of adapters, which share the worker, run without.

import { expect } from 'vitest';
import { setTraps } from './wall-clock-traps.ts';

const { testPath = '' } = expect.getState();
setTraps(/[/\\]test[/\\](core|properties)[/\\]/.test(testPath));
