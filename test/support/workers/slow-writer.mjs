// A thread that begins a recording and then writes nothing of it.

import { parentPort } from 'node:worker_threads';

parentPort?.on('message', () => undefined);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage({ begun: true });
