// Runs the TypeScript worker of the checkpointer, since worker threads have no loader for TypeScript.

import { register } from 'tsx/esm/api';

register();
await import('../../../adapters/stores/sqlite/checkpoint-thread.ts');
