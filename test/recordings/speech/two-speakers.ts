// A telephone call of two speakers with voices of this world, on one line: each word is recognized, with its speaker.

import { strict as assert } from 'node:assert';
import { DeepgramClient } from '@deepgram/sdk';
import { encode } from '../../../adapters/audio/encoding.ts';
import { waitUntil } from '../../support/server/requests.ts';
import { silence } from '../../support/speech/voices.ts';

const key = 'reprise-demo';
const sampleRate = 8_000;

/** The lines, spoken in turns. */
const call = [
  'Good morning, this is the furniture store. How can I help you?',
  'My order of 2 chairs has not arrived.',
  'I am sorry about that. May I have the number?',
  'It is on the way, I see now. Thank you!',
];
const models = ['aura-2-thalia-en', 'aura-zeus-en'] as const;

interface Message {
  readonly type: string;
  readonly is_final?: boolean;
  readonly from_finalize?: boolean;
  readonly channel?: {
    readonly alternatives: readonly {
      readonly words: readonly { readonly punctuated_word: string; readonly speaker: number }[];
    }[];
  };
}

export async function twoSpeakers(url: string): Promise<void> {
  const client = new DeepgramClient({ apiKey: key, baseUrl: url });
  const line: Uint8Array[] = [];
  const pause = encode(silence(1.2, sampleRate), 'mulaw');
  for (const [index, text] of call.entries()) {
    line.push(pause, await spoken(client, text, models[index % 2] ?? models[0]));
  }
  line.push(pause);
  const audio = Buffer.concat(line);

  const socket = await client.listen.v1.connect({
    Authorization: `Token ${key}`,
    model: 'nova-3',
    encoding: 'mulaw',
    sample_rate: sampleRate,
    diarize: 'true',
    punctuate: 'true',
    interim_results: 'true',
    utterance_end_ms: 1_000,
    vad_events: 'true',
  });
  const messages: Message[] = [];
  const closed = new Promise<number>((resolve) => {
    socket.on('close', ({ code }) => resolve(code));
  });
  socket.on('message', (message) => void messages.push(message as unknown as Message));
  socket.connect();
  await socket.waitForOpen();
  for (let start = 0; start < audio.length; start += sampleRate / 5)
    socket.sendMedia(audio.subarray(start, start + sampleRate / 5));
  socket.sendFinalize({ type: 'Finalize' });
  await waitUntil('the Finalize is answered', () =>
    messages.some(({ from_finalize: isAnswer }) => isAnswer),
  );
  socket.sendCloseStream({ type: 'CloseStream' });
  assert.equal(await closed, 1000);

  assert.deepEqual(
    turnsOf(messages),
    call.map((text, index) => [index % 2, text]),
  );
  const count = (kind: string) => messages.filter(({ type }) => type === kind).length;
  assert.ok(count('SpeechStarted') >= call.length);
  assert.equal(count('UtteranceEnd'), call.length);
  assert.ok(messages.some(({ type, is_final: isFinal }) => type === 'Results' && !isFinal));
  assert.equal(messages.at(-1)?.type, 'Metadata');
}

/** The text as spoken by this world. */
async function spoken(client: DeepgramClient, text: string, model: (typeof models)[number]) {
  const socket = await client.speak.v1.connect({
    Authorization: `Token ${key}`,
    model,
    encoding: 'mulaw',
    sample_rate: `${sampleRate}`,
  });
  const audio: Blob[] = [];
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
  });
  socket.on('message', (message: unknown) => {
    if (message instanceof Blob) audio.push(message);
  });
  socket.connect();
  await socket.waitForOpen();
  socket.sendText({ type: 'Speak', text });
  socket.sendClose({ type: 'Close' });
  await closed;
  return new Uint8Array(await new Blob(audio).arrayBuffer());
}

/** The words of finals, joined as long as the speaker is the same. */
function turnsOf(messages: readonly Message[]): readonly (readonly [number, string])[] {
  const turns: [number, string][] = [];
  for (const { is_final: isFinal, channel } of messages) {
    if (isFinal !== true) continue;
    for (const { punctuated_word: word, speaker } of channel?.alternatives[0]?.words ?? []) {
      const last = turns.at(-1);
      if (last?.[0] === speaker) last[1] += ` ${word}`;
      else turns.push([speaker, word]);
    }
  }
  return turns;
}
