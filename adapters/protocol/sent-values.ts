// Prints values as server-sent events, with heartbeats in between.

import type { Observable } from 'rxjs';
import { heartbeat, heartbeatMs } from './limits.ts';
import type { HttpRequest } from './messages.ts';

/** Whether Accept names the media type of streams; a wildcard does not. */
export function acceptsStream({ headers }: HttpRequest): boolean {
  return (headers['accept'] ?? '')
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()))
    .some(
      ([type, ...rest]) =>
        type === 'text/event-stream' && !rest.some((part) => /^q=0(\.0*)?$/.test(part)),
    );
}

/**
 * Texts to write, until the values end or the signal is aborted. Values are queued without limit for a slow client: use it
 * for few values, as those of one entity. Throws the error of the values.
 */
export async function* sentValues<Value>(
  values$: Observable<Value>,
  print: (value: Value) => object,
  ended: AbortSignal,
): AsyncGenerator<string, void, void> {
  const texts: string[] = [];
  let isDone = false;
  let failure: { readonly error: unknown } | undefined;
  let wake: () => void = () => undefined;
  const finish = () => {
    isDone = true;
    wake();
  };
  const quiet = setTimeout(() => {
    texts.push(heartbeat);
    wake();
  }, heartbeatMs);
  ended.addEventListener('abort', finish);
  if (ended.aborted) finish();
  const following = values$.subscribe({
    next(value) {
      texts.push(`data: ${JSON.stringify(print(value))}\n\n`);
      wake();
    },
    error(error: unknown) {
      failure = { error };
      finish();
    },
    complete: finish,
  });
  try {
    for (;;) {
      const text = texts.splice(0).join('');
      if (text !== '' && !ended.aborted) {
        yield text;
        quiet.refresh();
      } else if (failure !== undefined) {
        throw failure.error;
      } else if (isDone) {
        return;
      } else {
        await new Promise<void>((resolve) => (wake = resolve));
      }
    }
  } finally {
    clearTimeout(quiet);
    ended.removeEventListener('abort', finish);
    following.unsubscribe();
  }
}
