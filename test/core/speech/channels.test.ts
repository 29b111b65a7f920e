import { describe, expect, it } from 'vitest';
import { isOfChannel } from '../../../core/speech/channels.ts';
import type { ChannelEvents, SpeechEvent } from '../../../core/speech/events.ts';
import { speech } from '../../../core/speech/index.ts';
import type { ReadableWorld } from '../../support/engine/pure-world.ts';
import { given } from '../../support/given.ts';
import { openAgent } from '../../support/speech/agent-commands.ts';
import { close, flush, openSession, text } from '../../support/speech/commands.ts';
import { listeningSession } from '../../support/speech/listening.ts';
import { openTurns } from '../../support/speech/turn-commands.ts';

const paths: readonly (keyof ChannelEvents)[] = ['/v1/speak', '/v1/listen', '/v2/listen'];

/** The type of each event, with the channels that have it. */
const channelsOf = ({ entries }: { readonly entries: ReadableWorld['entries'] }) =>
  entries
    .flatMap(({ events }) => events.map(({ event }) => event as SpeechEvent))
    .map((event) => [event.type, paths.filter((path) => isOfChannel(event, path))]);

it('events are of the channels that have them', () => {
  const speaking = given(speech, openSession()).having(text('One. Two'), flush).after(0);
  expect(channelsOf(speaking)).toEqual([
    ['SessionOpened', ['/v1/speak']],
    ['TextAdded', ['/v1/speak']],
    ['SentenceSpoken', ['/v1/speak']],
    ['TextFlushed', ['/v1/speak']],
    ['SentenceSpoken', ['/v1/speak']],
    ['FlushConfirmed', ['/v1/speak']],
  ]);
  const listening = given(speech, listeningSession()).having(close);
  expect(channelsOf(listening)).toEqual([
    ['SessionOpened', ['/v1/listen']],
    ['ResultProduced', ['/v1/listen']],
    ['StreamSummarized', ['/v1/listen']],
    ['SessionEnded', paths],
  ]);
});

it('events of no session are of no channel', () => {
  const script: SpeechEvent = { type: 'ScriptSet', script: { parts: [] } };
  expect(paths.filter((path) => isOfChannel(script, path))).toEqual([]);
});

describe('a command of another channel is unknown', () => {
  const channels = {
    '/v1/speak': openSession,
    '/v1/listen': listeningSession,
    '/v2/listen': openTurns,
    '/v1/agent/converse': openAgent,
  };

  it.each([
    ['/v1/speak', 'KeepAlive'],
    ['/v1/speak', 'FinishThinking'],
    ['/v1/listen', 'FlushText'],
    ['/v1/listen', 'ForceEndTurn'],
    ['/v2/listen', 'FinalizeAudio'],
    ['/v2/listen', 'EndOldSession'],
    ['/v1/agent/converse', 'CloseSession'],
    ['/v1/agent/converse', 'SpeakSentence'],
  ] as const)('on %s: %s', (path, type) => {
    const world = given(speech, channels[path]());
    world.when(({ sessionId }) => ({ type, sessionId })).refused('SESSION_UNKNOWN');
  });
});
