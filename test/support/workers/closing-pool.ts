// A worker that closes a pool of its own while an answer is on the way. It exits with 13 if nothing keeps it until the pool is closed.

import { createWorkerPool } from '../../../adapters/hosts/worker/worker-pool.ts';
import type { UpperCaseQuestion } from './upper-case.ts';

const module = new URL('./upper-case.ts', import.meta.url);
const { ask, close } = createWorkerPool<UpperCaseQuestion, string>({ module });
const sent = new Int32Array(new SharedArrayBuffer(4));
ask({ text: 'a', sent }).catch(() => undefined); // it may be rejected, since the pool is closed
Atomics.wait(sent, 0, 0);
await close();
