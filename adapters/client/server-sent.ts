// Server-sent events: reads them, and resumes after a disconnect with the id of the last one, as an EventSource does.

import { mayRetry, RepriseError } from './error.ts';

export interface SentEvent {
  readonly id: string | undefined;
  readonly data: string;
}

/** When to connect again after a disconnect. */
export interface Reconnection {
  /** The pause before the first attempt; each further one is twice as long. */
  readonly firstMs: number;
  /** The longest pause. */
  readonly pauseMsMax: number;
  /** The most failed attempts in a row. */
  readonly attemptsMax: number;
}

export const reconnectionDefault: Reconnection = {
  firstMs: 250,
  pauseMsMax: 5_000,
  attemptsMax: 30,
};

/** Opens the stream after the event with this id. Rejects with RepriseError. */
export type Connect = (lastId: string | undefined, ended: AbortSignal) => Promise<Response>;

/**
 * The events, each once. Ends when the signal is aborted; throws RepriseError if the first connection fails, the server refuses to
 * continue, or does not come back.
 */
export async function* sentEvents(
  connect: Connect,
  ended: AbortSignal,
  { firstMs, pauseMsMax, attemptsMax }: Reconnection = reconnectionDefault,
): AsyncGenerator<SentEvent, void, void> {
  let lastId: string | undefined;
  let isFirst = true;
  for (let attempts = 0; !ended.aborted; attempts += 1) {
    if (!isFirst) await pause(Math.min(pauseMsMax, firstMs * 2 ** (attempts - 1)), ended);
    if (ended.aborted) return;
    try {
      const response = await connect(lastId, ended);
      isFirst = false;
      for await (const { id, data } of blocksIn(response)) {
        lastId = id ?? lastId;
        if (data === undefined) continue; // an id to resume from, or a comment
        attempts = 0;
        yield { id, data };
      }
    } catch (error) {
      if (ended.aborted) return;
      if (isFirst || !mayRetry(error) || attempts >= attemptsMax) throw error;
    }
  }
}

function pause(ms: number, ended: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      ended.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    ended.addEventListener('abort', finish);
  });
}

interface Block {
  readonly id: string | undefined;
  readonly data: string | undefined;
}

async function* blocksIn({ body }: Response): AsyncGenerator<Block, void, void> {
  if (body === null) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new RepriseError('unreachable', 'The server closed the connection.');
      });
      if (done) return;
      text += value;
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) yield parsedBlock(block);
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

/** Without data for a block of comments, which show that the stream is open. */
function parsedBlock(block: string): Block {
  const valuesOf = (field: string) =>
    block
      .split('\n')
      .filter((line) => line.startsWith(`${field}:`))
      .map((line) => line.slice(field.length + 1).replace(/^ /, ''));
  const data = valuesOf('data');
  return { id: valuesOf('id').at(-1), data: data.length === 0 ? undefined : data.join('\n') };
}
