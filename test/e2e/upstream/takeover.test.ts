// The real speech clients go on in a simulated world from the first frame that their recording does not have.

import { join } from 'node:path';
import { WebSocket } from 'ws';
import { describe, expect, it } from 'vitest';
import { startServer } from '../../support/server/server.ts';
import { waitUntil } from '../../support/server/requests.ts';
import { agentClients } from '../../support/speech/agent-clients.ts';
import { openListener, ofKind } from '../../support/speech/listening-clients.ts';
import { spokenBy } from '../../support/speech/speaking-client.ts';
import { inFolder, playing, recordThrough } from '../../support/upstream/recorded.ts';
import { playingThenSimulating } from '../../support/upstream/successors.ts';

/** Records a program before a service; then plays it to another one that a world goes on with, and again what that has added. */
async function recordedAndSimulated<Value>(
  program: (url: string) => Promise<Value>,
  changed: (url: string) => Promise<Value>,
) {
  return inFolder(async (folder) => {
    const [file, append] = [join(folder, 'real.jsonl'), join(folder, 'more.jsonl')];
    const server = await startServer({ defaults: { clock: 'skip' } });
    let real: Value;
    try {
      real = await recordThrough(server.url, file, async (url) => {
        const seen = await program(url);
        await waitUntil('sockets are closed', async () => {
          const { body } = await server.control('GET', '/worlds/default/requests');
          const requests = body.requests as readonly { socket?: { state: string } }[];
          return requests.every(({ socket }) => socket?.state !== 'open');
        });
        return seen;
      });
    } finally {
      await server.close();
    }
    const simulated = await playingThenSimulating(file, changed, append);
    return { real, simulated, again: await playing(append, changed) };
  });
}

describe('the speech client', () => {
  it('hears more than was recorded, as if the world had heard all of it', async () => {
    const server = await startServer({ defaults: { clock: 'skip' } });
    const [first, second] = [
      await spokenBy(server.url, 'Where is my transfer?'),
      await spokenBy(server.url, 'Where is my money?'),
    ];
    const whole = await heardBy(server.url, [first, second]);
    await server.close();
    const { simulated, again } = await recordedAndSimulated(
      (url) => heardBy(url, [first]),
      (url) => heardBy(url, [first, second]),
    );
    expect(timesOf(simulated.value)).toEqual(timesOf(whole));
    expect(simulated.misses).toEqual([
      expect.stringMatching(/^The frame .* is not in the recording/),
    ]);
    expect(again).toMatchObject({ value: simulated.value, misses: [] });
  });
});

/** What a listener is sent while it hears one audio after another, each to its end. */
async function heardBy(url: string, parts: readonly Buffer[]) {
  const listener = await openListener({ url }, 'v1', { model: 'nova-3', sample_rate: 16_000 });
  const results = () => ofKind(listener.messages, 'Results');
  for (const [index, audio] of parts.entries()) {
    listener.hear(audio);
    listener.socket.sendFinalize({ type: 'Finalize' });
    const isHeard = () => results().filter((one) => one['from_finalize'] === true).length > index;
    await waitUntil('it is heard', isHeard);
  }
  listener.socket.sendCloseStream({ type: 'CloseStream' });
  return { code: await listener.closed, results: results() };
}

/** A world has its own words for audio that it has not spoken, at the same times as any other. */
function timesOf({ code, results }: Awaited<ReturnType<typeof heardBy>>): unknown {
  const times = results.map(({ start, duration, is_final, speech_final, from_finalize }) => {
    return { start, duration, is_final, speech_final, from_finalize };
  });
  return { code, times };
}

describe.each(agentClients)('the voice agent of %s', (_name, open) => {
  it('takes another prompt than was recorded', async () => {
    const audio = { encoding: 'linear16', sample_rate: 16_000 };
    const settings = {
      audio: { input: audio, output: { ...audio, container: 'none' } },
      agent: {
        greeting: 'Hello.',
        listen: { provider: { type: 'deepgram', version: 'v1', model: 'nova-3' } },
        think: { provider: { type: 'open_ai', model: 'gpt-4o-mini' }, prompt: 'You help.' },
        speak: { provider: { type: 'deepgram', model: 'aura-2-thalia-en' } },
      },
    };
    const program = (prompt?: string) => async (url: string) => {
      const call = await open({ url, WebSocket });
      await call.comes('Welcome');
      call.configure(settings);
      await call.comes('AgentAudioDone');
      if (prompt !== undefined) {
        call.updatePrompt(prompt);
        await call.comes('PromptUpdated');
      }
      const seen = { types: call.messages.map(({ type }) => type), bytes: call.audioBytes() };
      call.close();
      return seen;
    };
    const { real, simulated, again } = await recordedAndSimulated(program(), program('You joke.'));
    expect(simulated.value).toEqual({ types: [...real.types, 'PromptUpdated'], bytes: real.bytes });
    expect(simulated.misses).toEqual([expect.stringContaining('You joke.')]);
    expect(again).toMatchObject({ value: simulated.value, misses: [] });
  });
});
