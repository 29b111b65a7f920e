// Runs the thread that writes recordings from its source, since worker threads know no loader of their own.

import { register } from 'tsx/esm/api';

register();
await import('../../../adapters/worker/write-recording.ts');
