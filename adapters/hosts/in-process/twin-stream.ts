// Converts an endless response to a ReadableStream, for the in-process twin.

import { readerWaitMsMax } from '../../protocol/limits.ts';
import type { StreamTexts } from '../../protocol/messages.ts';

/**
 * The texts as a body. Cancelling it, or aborting `signal`, ends them. The body fails if its reader reads nothing for too
 * long.
 */
export function readableOf(stream: StreamTexts, signal: AbortSignal): ReadableStream<Uint8Array> {
  const gone = new AbortController();
  const texts = stream(gone.signal)[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let waiting: NodeJS.Timeout | undefined;
  let drop: (reason: unknown) => void = () => undefined;
  const late = new Error(`Nothing was read for ${readerWaitMsMax} ms.`);
  const waitForReader = () => (waiting = setTimeout(() => drop(late), readerWaitMsMax));
  const onAbort = () => drop(signal.reason);

  /** Stops the texts, whichever side ends the stream. */
  function leave(): void {
    clearTimeout(waiting);
    signal.removeEventListener('abort', onAbort);
    gone.abort();
    texts.return?.().catch(() => undefined); // the reader is gone
  }

  function failed(error: unknown): never {
    leave();
    throw error;
  }

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        drop = (reason) => {
          controller.error(reason);
          leave();
        };
        waitForReader();
        signal.addEventListener('abort', onAbort);
        if (signal.aborted) onAbort();
      },
      async pull(controller) {
        clearTimeout(waiting);
        const { done, value } = await texts.next().catch(failed);
        if (gone.signal.aborted) return;
        if (done === true) {
          leave();
          controller.close();
        } else {
          controller.enqueue(encoder.encode(value));
          waitForReader();
        }
      },
      cancel: leave,
    },
    { highWaterMark: 0 }, // nothing is read ahead
  );
}
