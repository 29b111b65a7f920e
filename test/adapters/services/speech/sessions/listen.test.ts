import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ServedListenSession,
  newAudio,
} from '../../../../../adapters/services/speech/sessions/listen.ts';
import { isError } from '../../../../../adapters/services/speech/parameters/query.ts';
import { readListenParameters } from '../../../../../adapters/services/speech/parameters/listen.ts';
import type { HearingView } from '../../../../../adapters/services/speech/frames/hearing.ts';
import { SessionEventsByWorld } from '../../../../../adapters/services/speech/sessions/session-events.ts';
import { sessionById } from '../../../../../core/speech/views.ts';
import {
  openSpeechEngine,
  recordIn,
  type SpeechEngine,
} from '../../../../support/speech/speech-engine.ts';
import { tone } from '../../../../support/speech/tones.ts';

const query = new URLSearchParams('encoding=linear16&sample_rate=8000&interim_results=true');

function parameters() {
  const read = readListenParameters(query, { isConfigured: () => false, isAllowed: () => false });
  if (isError(read)) throw new Error(read.message);
  return read.parameters;
}

describe('a session of /v1/listen whose client is slow', () => {
  let engine: SpeechEngine;
  beforeEach(async () => {
    engine = await openSpeechEngine();
  });
  afterEach(() => engine.close());

  it.each([
    ['audio', { kind: 'binary', data: tone(12) }, 4],
    ['a Finalize', { kind: 'text', text: '{"type":"Finalize"}' }, 1],
  ] as const)('processes only a part of %s until it reads', async (_name, frame, before) => {
    const world = await engine.engine.create(recordIn('frozen'));
    const view = await world.send({
      domain: 'speech',
      prepare: () => ({
        command: {
          type: 'OpenSession',
          path: '/v1/listen',
          parameters: parameters(),
          limits: { idleMs: null, charactersPerMinute: null },
        },
      }),
      respond: (outcome, { speech }) => {
        const opened = outcome.ok ? outcome.value[0]?.event : undefined;
        return opened?.type === 'SessionOpened' ? sessionById(speech, opened.sessionId) : undefined;
      },
    });
    const sent: string[] = [];
    let read = () => undefined as void;
    const waits: Promise<void>[] = [];
    const drained = () => {
      const wait = new Promise<void>((resolve) => (read = resolve));
      waits.push(wait);
      return wait;
    };
    const peer = {
      send: (message: { readonly kind: string }) => void sent.push(message.kind),
      close: () => undefined,
      drained,
    };
    const events = new SessionEventsByWorld().of(world);
    const hearing = view as HearingView;
    const session = new ServedListenSession(hearing, { world, events, peer }, newAudio(hearing));
    session.attach();
    let isReceived = false;
    const received = Promise.resolve(session.receive(frame)).then(() => (isReceived = true));
    await expect.poll(() => waits.length).toBe(1);
    expect(sent).toHaveLength(before);
    expect(isReceived).toBe(false);
    const reading = setInterval(() => read());
    await received;
    clearInterval(reading);
    expect(sent.length).toBeGreaterThanOrEqual(before);
    session.detach();
    session.release();
  });
});
