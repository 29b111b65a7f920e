// Runs a worker module in TypeScript, as tests do: worker threads know no loader of their own. No part of the package.

import { register } from 'tsx/esm/api';

register();
await import(process.argv[2]);
