import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SessionEventsByWorld } from '../../../../../adapters/services/speech/sessions/session-events.ts';
import { ServedSpeakSession } from '../../../../../adapters/services/speech/sessions/speak.ts';
import type { ClockMode } from '../../../../../core/index.ts';
import { drainEventLoop } from '../../../../support/engine/fake-oracle.ts';
import { open } from '../../../../support/speech/commands.ts';
import {
  openSpeechEngine,
  recordIn,
  sendSpeech,
  type SpeechEngine,
} from '../../../../support/speech/speech-engine.ts';

describe('a session that speaks', () => {
  let speech: SpeechEngine;
  beforeEach(async () => {
    speech = await openSpeechEngine();
  });
  afterEach(() => speech.close());

  it.each<ClockMode>(['frozen', 'skip', 'real'])(
    'does not delay other requests to its world, in mode %s',
    async (mode) => {
      const world = await speech.engine.create(recordIn(mode));
      const ids: string[] = [];
      await sendSpeech(world, ids, 0, () => open());
      const asked: (() => void)[] = [];
      const audioOf = () =>
        new Promise<Buffer>((resolve) => asked.push(() => resolve(Buffer.alloc(2))));
      const sent: string[] = [];
      const peer = {
        send: ({ kind }: { kind: string }) => void sent.push(kind),
        close: () => undefined,
        drained: () => undefined,
      };
      const events = new SessionEventsByWorld().of(world);
      const session = new ServedSpeakSession(ids[0] ?? '', { world, events, peer, audioOf });
      session.attach();
      const received = session.receive({
        kind: 'text',
        text: JSON.stringify({ type: 'Speak', text: 'One. Two. Three' }),
      });
      await drainEventLoop();
      const read = world.read(() => 'read');
      expect(await Promise.race([read, drainEventLoop().then(() => 'it waits')])).toBe('read');
      const answering = setInterval(() => asked.shift()?.());
      await speech.settled(Promise.resolve(received));
      clearInterval(answering);
      expect(sent).toEqual(['binary', 'binary']);
      session.detach();
    },
  );
});
