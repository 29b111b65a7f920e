// Breaks the exchanges of the in-process twin, for responses that a fault keeps from arriving: its `fetch` fails as the global one.

import { hangMsMax } from '../../protocol/limits.ts';
import { bodyBytesOf, type HttpResponse } from '../../protocol/messages.ts';
import { setTimeout, clearTimeout } from '../../host-timers.ts';

/** The error of a fetch whose connection was reset. */
export function resetError(): TypeError {
  const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', errno: -104 });
  return new TypeError('fetch failed', { cause });
}

/** A body whose first half arrives; then it fails. */
export function cutBody(answered: HttpResponse): ReadableStream<Uint8Array> {
  const { half } = bodyBytesOf(answered);
  let isSent = false;
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (half.length > 0 && !isSent) controller.enqueue(half);
        else controller.error(cutError());
        isSent = true;
      },
    },
    { highWaterMark: 0 },
  );
}

function cutError(): TypeError {
  const cause = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });
  return new TypeError('terminated', { cause });
}

/** Rejects when the request is aborted, or after the longest wait. */
export function hang(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const limit = setTimeout(() => reject(resetError()), hangMsMax);
    limit.unref();
    const abort = () => {
      clearTimeout(limit);
      reject(signal.reason as Error);
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}
