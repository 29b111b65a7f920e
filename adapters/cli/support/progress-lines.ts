// The progress of a long command without a terminal, such as in CI: a line now and then on standard error.

import type { CliHost } from './cli-host.ts';

/** Commands that are over before print none. */
const betweenMs = 10_000;

/** The host with a progress that is also seen where there is no terminal for it. */
export function withProgressLines<Host extends CliHost>(host: Host): Host {
  const { now, printError, progress, showsProgress } = host;
  if (showsProgress) return host;
  let dueMs = now().getTime() + betweenMs;
  return {
    ...host,
    progress(text) {
      progress(text);
      const nowMs = now().getTime();
      if (text === '' || nowMs < dueMs) return;
      dueMs = nowMs + betweenMs;
      printError(text);
    },
  };
}
