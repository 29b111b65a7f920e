// Writes long and endless responses on node:http, as fast as the client reads them.

import type { ServerResponse } from 'node:http';
import { whenClosed } from './close-watch.ts';
import { readerWaitMsMax } from '../../protocol/limits.ts';
import type { HttpResponse, StreamTexts } from '../../protocol/messages.ts';

/** Writes texts until they end or the client leaves; disconnects a client that reads nothing for too long. Never rejects. */
export async function writeStream(
  response: ServerResponse,
  { status, headers }: HttpResponse,
  stream: StreamTexts,
  readerWaitMs: number = readerWaitMsMax,
): Promise<void> {
  const { socket } = response.req; // a response queued behind others gets no event when its socket closes
  const gone = new AbortController();
  const cancelWatch = whenClosed(socket, () => gone.abort());
  if (socket.destroyed) gone.abort();
  const texts = stream(gone.signal);
  try {
    response.writeHead(status, headers);
    response.flushHeaders(); // the client sees an open stream before its first text
    for await (const text of texts) {
      if (!gone.signal.aborted && !response.write(text))
        await drained(response, gone.signal, readerWaitMs);
      if (gone.signal.aborted) break;
    }
    response.end();
  } catch {
    socket.destroy(); // the client must not see a regular end
  } finally {
    cancelWatch();
    gone.abort();
  }
}

/** Writes a long text with its length, in chunks, so that the event loop runs in between. Never rejects. */
export function writeText(
  response: ServerResponse,
  { status, headers, body = '' }: HttpResponse,
  bytes: number,
  readerWaitMs: number,
): Promise<void> {
  const whole = { status, headers: { ...headers, 'Content-Length': String(bytes) } };
  return writeStream(response, whole, () => chunksOf(body), readerWaitMs);
}

const chunkChars = 64 * 1024;

async function* chunksOf(text: string): AsyncGenerator<string> {
  for (let start = 0; start < text.length;) {
    const cut = start + chunkChars;
    // Never between the two halves of a surrogate pair.
    const end = isHighSurrogate(text.charCodeAt(cut - 1)) ? cut + 1 : cut;
    yield text.slice(start, end);
    start = end;
  }
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}

/** Resolves when the client has read the written texts, or is gone. */
function drained(response: ServerResponse, gone: AbortSignal, readerWaitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const drop = setTimeout(() => response.req.socket.destroy(), readerWaitMs);
    const done = () => {
      clearTimeout(drop);
      response.off('drain', done);
      gone.removeEventListener('abort', done);
      resolve();
    };
    response.on('drain', done);
    gone.addEventListener('abort', done);
    if (gone.aborted) done();
  });
}
