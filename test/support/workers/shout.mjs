// Runs the TypeScript worker beside it, since worker threads know no loader of their own.

import { register } from 'tsx/esm/api';

register();
await import('./shout.ts');
