// A client of server-sent events that resumes after a disconnect with the id of the last one, as an EventSource does.

import { setTimeout as wait } from 'node:timers/promises';
import { CliError, DisconnectedError } from './errors.ts';

/** The pause before each attempt to reconnect, and the most failed attempts in a row. */
const reconnectMs = 1_000;
const attemptsMax = 30;

/** Opens the stream after the event with this id. Rejects with CliError. */
export type OpenStream = (lastId: string | undefined) => Promise<Response>;

/**
 * The data of each event. Ends when the signal is aborted; throws CliError if the first connection fails, the server refuses
 * to continue, or does not come back.
 */
export async function* serverSentData(
  open: OpenStream,
  ended: AbortSignal,
  pauseMs = reconnectMs,
): AsyncGenerator<string, void, void> {
  let lastId: string | undefined;
  let attempts = 0;
  let isFirst = true;
  while (!ended.aborted) {
    try {
      const response = await open(lastId);
      isFirst = false;
      for await (const { id, data } of eventsIn(response)) {
        attempts = 0;
        lastId = id ?? lastId;
        yield data;
      }
    } catch (error) {
      if (ended.aborted) return;
      attempts += 1;
      const isRefused = error instanceof CliError && !(error instanceof DisconnectedError);
      if (isFirst || isRefused || attempts >= attemptsMax) throw error;
    }
    await wait(pauseMs, undefined, { signal: ended }).catch(() => undefined);
  }
}

interface SentEvent {
  readonly id: string | undefined;
  readonly data: string;
}

async function* eventsIn({ body }: Response): AsyncGenerator<SentEvent, void, void> {
  if (body === null) return;
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of body) {
      text += decoder.decode(chunk, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = eventOf(block);
        if (event !== undefined) yield event;
      }
    }
  } catch (error) {
    throw error instanceof CliError
      ? error
      : new DisconnectedError('The server closed the connection.');
  }
}

/** Undefined for a block of comments, which show that the stream is open. */
function eventOf(block: string): SentEvent | undefined {
  const valuesOf = (field: string) =>
    block
      .split('\n')
      .filter((line) => line.startsWith(`${field}:`))
      .map((line) => line.slice(field.length + 1).replace(/^ /, ''));
  const data = valuesOf('data');
  return data.length === 0 ? undefined : { id: valuesOf('id').at(-1), data: data.join('\n') };
}
