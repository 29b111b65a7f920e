// A caller pauses in the middle of a sentence: the turn is resumed after its eager end, and then ends; for the next turn the
// client has set another threshold.

import { strict as assert } from 'node:assert';
import { DeepgramClient } from '@deepgram/sdk';
import { encode } from '../../../adapters/audio/encoding.ts';
import { voiceOf } from '../../../core/speech/synthesis/voices.ts';
import { waitUntil } from '../../support/server/requests.ts';
import { token } from '../../support/server/server.ts';
import { joinSamples, silence, spokenSamples } from '../../support/speech/voices.ts';

const key = 'reprise-demo';
const sampleRate = 8_000;

const order = 'I would like to change my order,';
const condition = 'if that is still possible.';
const chairs = 'Two chairs instead of three, please.';

/** The pause of half a second does not end the turn, but ends an utterance of the script. */
const script = {
  hear: [{ path: '/v2/listen', gapMs: 300, utterances: [order, condition, chairs] }],
};

interface TurnInfo {
  readonly type: string;
  readonly event?: string;
  readonly turn_index?: number;
  readonly transcript?: string;
}

export async function eagerTurn(url: string): Promise<void> {
  const stored = await fetch(`${url}/__reprise/worlds/default/speech/script`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${token}` },
    body: JSON.stringify(script),
  });
  assert.ok(stored.ok, `the script is stored: ${stored.status}`);

  const client = new DeepgramClient({ apiKey: key, baseUrl: url });
  const socket = await client.listen.v2.connect({
    Authorization: `Token ${key}`,
    model: 'flux-general-en',
    encoding: 'mulaw',
    sample_rate: sampleRate,
    eager_eot_threshold: 0.5,
    eot_threshold: 0.9,
  });
  const messages: TurnInfo[] = [];
  const closed = new Promise<number>((resolve) => {
    socket.on('close', ({ code }) => resolve(code));
  });
  socket.on('message', (message) => void messages.push(message as unknown as TurnInfo));
  socket.connect();
  await socket.waitForOpen();

  const caller = voiceOf('aura-zeus-en');
  const said = (text: string) => spokenSamples(text, caller, sampleRate);
  const send = (...parts: readonly Int16Array[]) => {
    const audio = encode(joinSamples(...parts), 'mulaw');
    for (let start = 0; start < audio.length; start += sampleRate / 10)
      socket.sendMedia(audio.subarray(start, start + sampleRate / 10));
  };
  const ends = (count: number) =>
    waitUntil(`${count} turns have ended`, () => {
      return messages.filter(({ event }) => event === 'EndOfTurn').length === count;
    });
  send(silence(0.5, sampleRate), said(order), silence(0.3, sampleRate));
  send(said(condition), silence(1, sampleRate));
  await ends(1);
  socket.sendConfigure({ type: 'Configure', thresholds: { eot_threshold: 0.7 } });
  send(said(chairs), silence(0.6, sampleRate));
  await ends(2);
  socket.sendCloseStream({ type: 'CloseStream' });

  assert.equal(await closed, 1005);
  assert.deepEqual(
    messages.flatMap(({ type, event = type, turn_index: turn, transcript }) =>
      event === 'Update' ? [] : [[event, turn, transcript]],
    ),
    [
      ['Connected', undefined, undefined],
      ['StartOfTurn', 0, 'I'],
      ['EagerEndOfTurn', 0, order],
      ['TurnResumed', 0, `${order} if`],
      ['EagerEndOfTurn', 0, `${order} ${condition}`],
      ['EndOfTurn', 0, `${order} ${condition}`],
      ['ConfigureSuccess', undefined, undefined],
      ['StartOfTurn', 1, 'Two'],
      ['EagerEndOfTurn', 1, chairs],
      ['EndOfTurn', 1, chairs],
    ],
  );
}
