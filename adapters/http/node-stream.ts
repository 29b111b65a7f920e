// An answer without end on node:http: written as fast as its reader takes it.

import type { ServerResponse } from 'node:http';
import { readerWaitMsMax } from './limits.ts';
import type { HttpResponse, StreamTexts } from './table.ts';

/** Writes texts until they end or the reader goes; drops a reader who takes nothing for too long. Never rejects. */
export async function writeStream(
  response: ServerResponse,
  { status, headers }: HttpResponse,
  stream: StreamTexts,
): Promise<void> {
  const { socket } = response.req; // an answer that waits behind others is not told when its socket closes
  const gone = new AbortController();
  const onClose = () => gone.abort();
  socket.once('close', onClose);
  if (socket.destroyed) gone.abort();
  const texts = stream(gone.signal);
  try {
    response.writeHead(status, headers);
    response.flushHeaders(); // the reader sees that it is open before there is anything to read
    for await (const text of texts) {
      if (!gone.signal.aborted && !response.write(text)) await taken(response, gone.signal);
      if (gone.signal.aborted) break;
    }
    response.end();
  } catch {
    socket.destroy(); // the reader must not take it for the end
  } finally {
    socket.off('close', onClose);
    gone.abort();
  }
}

/** Resolves when the reader has taken what was written, or is gone. */
function taken(response: ServerResponse, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const drop = setTimeout(() => response.req.socket.destroy(), readerWaitMsMax);
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
