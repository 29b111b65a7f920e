// A paragraph as a language model writes it, a few words at a time, with a change of mind and a mistake.

import { strict as assert } from 'node:assert';
import { DeepgramClient } from '@deepgram/sdk';

const key = 'reprise-demo';

const paragraph =
  'Good morning, and thank you for calling. Your order of three chairs left our warehouse at 9:15. ' +
  'It should arrive on Tuesday! Shall I send you the address of the courier? ';

export async function spokenParagraph(url: string): Promise<void> {
  const client = new DeepgramClient({ apiKey: key, baseUrl: url });
  const socket = await client.speak.v1.connect({
    Authorization: `Token ${key}`,
    model: 'aura-2-thalia-en',
    encoding: 'mulaw',
    sample_rate: '8000',
  });
  const messages: { readonly type: string }[] = [];
  let audioBytes = 0;
  const closed = new Promise<number>((resolve) => {
    socket.on('close', ({ code }) => resolve(code));
  });
  socket.on('message', (message: unknown) => {
    if (message instanceof Blob) audioBytes += message.size;
    else messages.push(message as { readonly type: string });
  });
  socket.connect();
  await socket.waitForOpen();

  for (const words of paragraph.match(/(\S+\s+){1,3}/g) ?? []) {
    socket.sendText({ type: 'Speak', text: words });
  }
  socket.sendFlush({ type: 'Flush' });
  socket.sendText({ type: 'Speak', text: 'No, wait, that is' });
  socket.sendClear({ type: 'Clear' });
  socket.sendText({ type: 'Speak', text: 42 as unknown as string });
  socket.sendText({ type: 'Speak', text: 'Goodbye' });
  socket.sendClose({ type: 'Close' });

  assert.equal(await closed, 1000);
  assert.deepEqual(
    messages.map(({ type }) => type),
    ['Metadata', 'Flushed', 'Cleared', 'Warning'],
  );
  assert.ok(audioBytes > 60_000 && audioBytes < 240_000, `${audioBytes} bytes of audio`);
}
