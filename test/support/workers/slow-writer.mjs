// A thread that begins a recording and then writes nothing of it.

import { parentPort } from 'node:worker_threads';

parentPort?.on('message', () => undefined);
parentPort?.postMessage({ begun: true });
