import { describe, expect, it } from 'vitest';
import type { ListenChannelEvent, SpeechEvent } from '../../../../core/speech/events.ts';
import { speech } from '../../../../core/speech/index.ts';
import { listenMessage, sessionById, type ListenView } from '../../../../core/speech/views.ts';
import { plainText } from '../../../../core/speech/text/options.ts';
import { given } from '../../../support/given.ts';
import { close } from '../../../support/speech/commands.ts';
import { heardWord } from '../../../support/speech/heard-hops.ts';
import { listeningSession } from '../../../support/speech/listening.ts';

/** A listening session with these parameters, and a function from events to its messages. */
function session(own: Parameters<typeof listeningSession>[0] = {}) {
  const world = given(speech, listeningSession(own));
  const view = sessionById(world.speech, world.sessionId) as ListenView;
  return {
    world,
    view,
    messageOf: (event: SpeechEvent) => listenMessage(event as ListenChannelEvent, view),
  };
}

const place = { sessionId: 'some', channel: 1, channelCount: 2 };

const result: ListenChannelEvent = {
  type: 'ResultProduced',
  ...place,
  start: 100,
  end: 250,
  words: [heardWord('Hello,', 110, 150), heardWord('world.', 160, 200)],
  isFinal: true,
  speechFinal: true,
  fromFinalize: false,
};

describe('messages of /v1/listen', () => {
  it('are results, with the words formatted by the parameters', () => {
    const { view, messageOf } = session({ text: { ...plainText, punctuate: true } });
    expect(messageOf(result)).toMatchObject({
      kind: 'results',
      channel: [1, 2],
      start: 100,
      duration: 150,
      isFinal: true,
      speechFinal: true,
      fromFinalize: false,
      alternative: { transcript: 'Hello, world.', confidence: 99 },
      requestId: view.id,
      model: { uuid: view.modelUuid, name: 'nova-2', arch: 'nova-2' },
    });
    expect(session().messageOf(result)).toMatchObject({
      alternative: { transcript: 'hello world' },
    });
  });

  it('have no words and no confidence in silence', () => {
    const { messageOf } = session();
    expect(messageOf({ ...result, words: [], isFinal: false, speechFinal: false })).toMatchObject({
      isFinal: false,
      alternative: { transcript: '', confidence: 0, words: [] },
    });
  });

  it('have the requested version, and the extra pairs of the request', () => {
    const extra = [{ key: 'call', value: '7' }];
    const { messageOf } = session({ version: '2024-01-09.29447', extra });
    expect(messageOf(result)).toMatchObject({ model: { version: '2024-01-09.29447' }, extra });
  });

  it('report the beginning of speech and the end of an utterance', () => {
    const { messageOf } = session();
    expect(messageOf({ type: 'VoiceStarted', ...place, at: 20 })).toEqual({
      kind: 'speechStarted',
      channel: [1, 2],
      at: 20,
    });
    expect(messageOf({ type: 'UtteranceEnded', ...place, lastWordEnd: -1 })).toEqual({
      kind: 'utteranceEnd',
      channel: [1, 2],
      lastWordEnd: -1,
    });
  });

  it('end with a summary and a close frame, which a client that has left does not get', () => {
    const { world, view, messageOf } = session();
    const messages = world.having(close).events.map(messageOf);
    expect(messages).toMatchObject([
      { kind: 'results', duration: 0 },
      { kind: 'summary', requestId: view.id, createdMs: view.openedMs, samples: 0, channels: 0 },
      { kind: 'close', code: 1000, reason: '' },
    ]);
    const left = session();
    left.world.having(({ sessionId }) => ({ type: 'EndSession', sessionId, code: 1006 }));
    expect(left.world.events.map(left.messageOf)).toEqual([undefined]);
  });

  it('do not exist for events that are only stored', () => {
    const { messageOf } = session();
    expect(messageOf({ type: 'KeepAliveReceived', sessionId: 'some' })).toBeUndefined();
  });
});
