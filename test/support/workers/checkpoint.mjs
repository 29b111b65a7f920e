// Runs the TypeScript worker of the checkpointer, since worker threads know no loader of their own.

import { register } from 'tsx/esm/api';

register();
await import('../../../adapters/sqlite/checkpoint-thread.ts');
