// Starts a module in a worker thread: as built, bundled, or from source.

import { Worker } from 'node:worker_threads';

/** The module beside the caller, with the extension of the caller. */
export function siblingModule(name: string, callerUrl: string): URL {
  return new URL(`./${name}.${callerUrl.endsWith('.ts') ? 'ts' : 'js'}`, callerUrl);
}

export function startWorker(module: URL): Worker {
  if (!module.pathname.endsWith('.ts')) return new Worker(module);
  return new Worker(new URL('./from-source.mjs', import.meta.url), { argv: [module.href] });
}
