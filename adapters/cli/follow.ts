// Follows a stream of the control plane until a value, a time limit or a signal ends it.

import { serverSentData, type OpenStream } from './server-sent.ts';
import type { CliHost } from './serve.ts';

/** Real time: a virtual limit would never end in a world whose clock stands still. */
interface FollowLimits {
  readonly withinMs?: number | undefined;
}

/** Calls `onData` with each value until it returns true. False if the limit or a signal came first. Rejects with CliError. */
export async function follow(
  open: (lastId: string | undefined, ended: AbortSignal) => ReturnType<OpenStream>,
  onData: (data: string) => boolean,
  { withinMs }: FollowLimits,
  { stopped, outputEnded }: CliHost,
): Promise<boolean> {
  const ending = new AbortController();
  const end = () => ending.abort();
  const timer = withinMs === undefined ? undefined : setTimeout(end, withinMs);
  void stopped().then(end);
  if (outputEnded.aborted) end();
  outputEnded.addEventListener('abort', end);
  try {
    const stream = serverSentData((lastId) => open(lastId, ending.signal), ending.signal);
    for await (const data of stream) {
      if (onData(data)) return true;
      if (ending.signal.aborted) return false;
    }
    return false;
  } finally {
    end();
    clearTimeout(timer);
    outputEnded.removeEventListener('abort', end);
  }
}
