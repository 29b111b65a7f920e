// The newest real client on the speaking channel.

import { DeepgramClient } from '@deepgram/sdk';
import { waitUntil } from '../server/requests.ts';
import { speechKey } from './client.ts';

/** Speech is computed in this process: on a loaded machine that takes longer than messages do. */
const spokenMs = 60_000;

/** Audio of a sentence: 16-bit samples at 16 kHz. */
export async function spokenBy(url: string, text: string): Promise<Buffer> {
  const client = new DeepgramClient({ apiKey: speechKey, baseUrl: url });
  const socket = await client.speak.v1.connect({
    Authorization: `Token ${speechKey}`,
    model: 'aura-2-thalia-en',
    encoding: 'linear16',
    sample_rate: '16000',
  });
  const audio: Blob[] = [];
  let isFlushed = false;
  socket.on('message', (message: unknown) => {
    if (message instanceof Blob) audio.push(message);
    else if ((message as { type: string }).type === 'Flushed') isFlushed = true;
  });
  socket.connect();
  await socket.waitForOpen();
  socket.sendText({ type: 'Speak', text });
  socket.sendFlush({ type: 'Flush' });
  await waitUntil('it is spoken', () => isFlushed, spokenMs);
  socket.sendClose({ type: 'Close' });
  return Buffer.from(await new Blob(audio).arrayBuffer());
}
