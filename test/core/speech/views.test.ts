import { describe, expect, it } from 'vitest';
import type { SpeakChannelEvent, SpeechEvent } from '../../../core/speech/events.ts';
import { speech } from '../../../core/speech/index.ts';
import {
  countsView,
  isWaiting,
  speakMessage,
  sessionById,
  sessionList,
  waitingSpeech,
} from '../../../core/speech/views.ts';
import { epochMs } from '../../support/engine/pure-world.ts';
import { clear, close, flush, open, openSession, text } from '../../support/speech/commands.ts';
import { muteWord } from '../../support/speech/fake-voice.ts';
import { given } from '../../support/given.ts';

const session = () => given(speech, openSession());

describe('messages to a client', () => {
  const messages = (events: readonly SpeechEvent[]) =>
    (events as readonly SpeakChannelEvent[])
      .map(speakMessage)
      .filter((message) => message !== undefined);

  it('begin with the metadata of the session', () => {
    const [opened] = given(speech).having(open()).events;
    const { sessionId: requestId, modelUuid } = opened as SpeakChannelEvent & { modelUuid: string };
    expect(messages([opened as SpeakChannelEvent])).toEqual([
      {
        kind: 'metadata',
        requestId,
        modelName: 'aura-asteria-en',
        modelVersion: '2026-01-01.0',
        modelUuid,
      },
    ]);
  });

  it('are the audio of each sentence, then the confirmation of its flush', () => {
    const world = session().having(text('Hello'), flush).after(0);
    expect(messages(world.events)).toMatchObject([
      { kind: 'audio', speech: { text: 'Hello', encoding: 'linear16' }, samples: 7_200 },
      { kind: 'flushed', sequenceId: 0 },
    ]);
  });

  it('warn of text without audio, which they quote in part', () => {
    const words = `${muteWord} ${'x'.repeat(100)}`;
    const world = session().having(text(words), flush).after(0);
    expect(messages(world.events)[0]).toEqual({
      kind: 'warning',
      code: 'UNSPEAKABLE_TEXT',
      description: `No audio was made of "${words.slice(0, 40)}": it is to be mute.`,
    });
  });

  it('confirm a clear, and warn of a frame that cannot be read', () => {
    const world = session();
    expect(messages(world.having(clear).events)).toEqual([{ kind: 'cleared', sequenceId: 0 }]);
    const { sessionId } = world;
    world.having({ type: 'RejectFrame', sessionId, description: 'No.' });
    expect(messages(world.events)).toEqual([
      { kind: 'warning', code: 'DATA-0000', description: 'No.' },
    ]);
  });

  it('do not exist for text, a pending flush, and a pending close', () => {
    for (const command of [flush, close]) {
      const world = session().having(text('Hello'));
      expect(messages(world.events)).toEqual([]);
      expect(messages(world.having(command).events)).toEqual([]);
    }
  });

  it('end with a close, unless the client has ended the session', () => {
    expect(messages(session().having(close).events)).toEqual([
      { kind: 'close', code: 1000, reason: '' },
    ]);
    const world = session();
    world.having({ type: 'EndSession', sessionId: world.sessionId, code: 1005 });
    expect(messages(world.events)).toEqual([]);
  });
});

describe('sessions', () => {
  it('are listed in the order of their opening, until they end', () => {
    const world = session().having(open({ parameters: { encoding: 'alaw' } }));
    const [first, second] = sessionList(world.speech);
    expect(first).toEqual({
      id: world.sessionId,
      path: '/v1/speak',
      openedMs: epochMs,
      parameters: {
        model: 'aura-asteria-en',
        encoding: 'linear16',
        sampleRate: 24_000,
        mipOptOut: false,
      },
      modelUuid: expect.any(String),
    });
    expect(second).toMatchObject({ parameters: { encoding: 'alaw' } });
    expect(countsView(world.speech)).toEqual({ sessions: 2 });
    world.having(text('One'), close);
    expect(sessionById(world.speech, world.sessionId)).toEqual(first);
    world.after(0);
    expect(sessionById(world.speech, world.sessionId)).toBeUndefined();
    expect(sessionList(world.speech)).toEqual([second]);
  });

  it('wait while they have sentences to speak', () => {
    const world = session().having(text('One. Two'));
    expect(isWaiting(world.speech, world.sessionId)).toBe(true);
    world.after(0);
    expect(isWaiting(world.speech, world.sessionId)).toBe(false);
    expect(isWaiting(world.speech, 'unknown')).toBe(false);
  });

  it('list the sentences that they have to speak', () => {
    const world = session().having(text('One. Two. Three'));
    const textsOf = (id: string) => waitingSpeech(world.speech, id).map((asked) => asked.text);
    expect(textsOf(world.sessionId)).toEqual(['One.', 'Two.']);
    expect(textsOf('unknown')).toEqual([]);
  });
});
