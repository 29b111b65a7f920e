// Long answers, and those without an end, on node:http: written as fast as their reader takes them.

import type { ServerResponse } from 'node:http';
import { whenClosed } from './close-watch.ts';
import { readerWaitMsMax } from './limits.ts';
import type { HttpResponse, StreamTexts } from './messages.ts';

/** Writes texts until they end or the reader goes; drops a reader who takes nothing for too long. Never rejects. */
export async function writeStream(
  response: ServerResponse,
  { status, headers }: HttpResponse,
  stream: StreamTexts,
  readerWaitMs: number = readerWaitMsMax,
): Promise<void> {
  const { socket } = response.req; // an answer that waits behind others is not told when its socket closes
  const gone = new AbortController();
  const callOff = whenClosed(socket, () => gone.abort());
  if (socket.destroyed) gone.abort();
  const texts = stream(gone.signal);
  try {
    response.writeHead(status, headers);
    response.flushHeaders(); // the reader sees that it is open before there is anything to read
    for await (const text of texts) {
      if (!gone.signal.aborted && !response.write(text))
        await taken(response, gone.signal, readerWaitMs);
      if (gone.signal.aborted) break;
    }
    response.end();
  } catch {
    socket.destroy(); // the reader must not take it for the end
  } finally {
    callOff();
    gone.abort();
  }
}

/** Writes a long text with its length, piece by piece, so that the loop goes on in between. Never rejects. */
export function writeText(
  response: ServerResponse,
  { status, headers, body = '' }: HttpResponse,
  bytes: number,
  readerWaitMs: number,
): Promise<void> {
  const whole = { status, headers: { ...headers, 'Content-Length': String(bytes) } };
  return writeStream(response, whole, () => piecesOf(body), readerWaitMs);
}

const pieceChars = 64 * 1024;

async function* piecesOf(text: string): AsyncGenerator<string> {
  for (let start = 0; start < text.length;) {
    const cut = start + pieceChars;
    // A pair of surrogates is one character of UTF-8.
    const end = isHighSurrogate(text.charCodeAt(cut - 1)) ? cut + 1 : cut;
    yield text.slice(start, end);
    start = end;
  }
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}

/** Resolves when the reader has taken what was written, or is gone. */
function taken(response: ServerResponse, gone: AbortSignal, readerWaitMs: number): Promise<void> {
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
