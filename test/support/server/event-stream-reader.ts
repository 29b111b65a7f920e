// Reads a stream of server-sent events, as a client would.

import type { JsonBody } from './server.ts';

export interface StreamEvent {
  readonly id: number;
  readonly data: JsonBody;
}

export interface EventReader {
  /** The next `count` events; fewer only if the stream ends first. */
  readonly read: (count: number) => Promise<readonly StreamEvent[]>;
  readonly cancel: () => Promise<void>;
}

export function eventReader(response: Response): EventReader {
  const reader = (response.body ?? new ReadableStream<Uint8Array>()).getReader();
  const decoder = new TextDecoder();
  let text = '';
  const told: StreamEvent[] = [];

  function take(): void {
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, id, data] = /^id: (\d+)\ndata: (.*)$/.exec(block) ?? [];
      if (data !== undefined) told.push({ id: Number(id), data: JSON.parse(data) });
      else if (!/^(:|id: \d+$)/.test(block)) throw new Error(`This is no event: ${block}`);
    }
  }

  return {
    async read(count) {
      while (told.length < count) {
        const { done, value } = await reader.read();
        if (done) break;
        text += decoder.decode(value, { stream: true });
        take();
      }
      return told.splice(0, count);
    },
    cancel: () => reader.cancel(),
  };
}
