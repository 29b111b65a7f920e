import { describe, expect, it } from 'vitest';
import { createContext } from '../../../../core/kernel/context.ts';
import { speech } from '../../../../core/speech/index.ts';
import { quietHops, speechHops as voice } from '../../../support/speech/hearing.ts';
import { close, type SpeechWorld } from '../../../support/speech/commands.ts';
import { audio, finalizeAudio, listeningSession } from '../../../support/speech/listening.ts';
import { hash } from '../../../support/engine/pure-world.ts';
import { given } from '../../../support/given.ts';

const session = (own?: Parameters<typeof listeningSession>[0]) =>
  given(speech, listeningSession(own));

const final = (start: number, end: number, more: object = {}) =>
  ({ type: 'ResultProduced', start, end, isFinal: true, ...more }) as const;

const ended = (code: number) => ({ type: 'SessionEnded', by: 'service', code }) as const;

describe('the end of a stream', () => {
  it('makes the rest final, summarizes the audio, and closes', () => {
    session()
      .having(audio([quietHops(0.5)]))
      .when(close)
      .then(
        final(0, 50),
        {
          type: 'StreamSummarized',
          samples: 4_000,
          sampleRate: 8_000,
          channels: 1,
          sha256: 'b'.repeat(64),
        },
        ended(1000),
      );
  });

  it('without audio has an empty result, too', () => {
    session()
      .when(close)
      .then(
        final(0, 0, { words: [] }),
        { type: 'StreamSummarized', samples: 0, sampleRate: 0, channels: 0 },
        ended(1000),
      );
  });

  it('is that of its samples, of which the last are measured later', () => {
    session()
      .having(audio([quietHops(0.49)], 119))
      .when(close)
      .then(final(0, 50), 'StreamSummarized', ended(1000));
  });

  it('is the same after silence of the client, or after an invalid frame', () => {
    const idle = session().having(audio([quietHops(0.5)]));
    idle.after('10s');
    expect(idle.events).toMatchObject([final(0, 50), { type: 'StreamSummarized' }, ended(1011)]);
    session()
      .when(({ sessionId }) => ({ type: 'RejectAudio', sessionId, description: 'No audio.' }))
      .then(final(0, 0), 'StreamSummarized', ended(1008));
  });
});

describe('a Finalize', () => {
  const both = { channels: 2, multichannel: true };

  it('is answered for each channel, from where its last final ended', () => {
    session(both)
      .having(audio([quietHops(0.4), quietHops(0.4)]))
      .when(finalizeAudio())
      .then(
        'AudioFinalized',
        final(0, 40, { channel: 0, channelCount: 2, fromFinalize: true }),
        final(0, 40, { channel: 1, channelCount: 2, fromFinalize: true }),
      )
      .when(finalizeAudio())
      .then('AudioFinalized', final(40, 40, { channel: 0 }), final(40, 40, { channel: 1 }));
  });

  it('of one channel leaves the others', () => {
    session(both)
      .having(audio([quietHops(0.4), quietHops(0.4)]))
      .having(finalizeAudio(1))
      .when(close)
      .then(
        final(0, 40, { channel: 0 }),
        final(40, 40, { channel: 1 }),
        'StreamSummarized',
        ended(1000),
      );
  });

  it('of one channel names it', () => {
    session(both)
      .having(audio([quietHops(0.4), quietHops(0.4)]))
      .when(finalizeAudio(1))
      .then({ type: 'AudioFinalized', channel: 1 }, final(0, 40, { channel: 1 }));
  });

  it('of a channel that the audio does not have stands for all', () => {
    session(both)
      .having(audio([quietHops(0.4), quietHops(0.4)]))
      .when(finalizeAudio(2))
      .then('AudioFinalized', final(0, 40, { channel: 0 }), final(0, 40, { channel: 1 }));
    session({ channels: 2 })
      .having(audio([quietHops(0.4)]))
      .when(finalizeAudio(1))
      .then('AudioFinalized', final(0, 40, { channel: 0 }));
  });
});

it.each([close, finalizeAudio()])(
  'each channel of a session is a piece of work: %#',
  (commandOf) => {
    const channels = 20;
    const quiet = Array.from({ length: channels }, () => quietHops(0.4));
    const world = session({ channels, multichannel: true }).having(audio(quiet));
    const { seed, epochMs, nowMs, settings } = world.state;
    const context = createContext({ seed, epochMs, ids: settings.ids }, hash, nowMs);
    const pieces = speech.decider.decideInPieces?.(commandOf(world), world.speech, context);
    expect([...(pieces ?? [])]).toHaveLength(channels);
  },
);

describe('a KeepAlive', () => {
  it('is stored', () => {
    const world = session();
    world
      .when(({ sessionId }) => ({ type: 'KeepAlive', sessionId }))
      .thenExactly({ type: 'KeepAliveReceived', sessionId: world.sessionId });
  });
});

describe('the end of an utterance', () => {
  it('names its channel and its last final word', () => {
    const world = session({ interimResults: true, utteranceEndMs: 1_000 });
    const { events } = world.having(audio([[...voice(1), ...quietHops(2)]]));
    const finals = events.flatMap((event) =>
      event.type === 'ResultProduced' && event.isFinal ? event.words : [],
    );
    expect(finals.length).toBeGreaterThan(0);
    expect(events.filter(({ type }) => type === 'UtteranceEnded')).toEqual([
      {
        type: 'UtteranceEnded',
        sessionId: world.sessionId,
        channel: 0,
        channelCount: 1,
        lastWordEnd: finals.at(-1)?.end,
      },
    ]);
  });
});

describe('channels', () => {
  const started = (world: SpeechWorld) =>
    world.events.flatMap((event) =>
      event.type === 'VoiceStarted' ? [[event.channel, event.channelCount, event.at]] : [],
    );

  it('are heard one by one, their messages in the order of the audio', () => {
    const world = session({ channels: 2, multichannel: true, vadEvents: true });
    const first = [...quietHops(0.6), ...voice(0.4)];
    const second = [...quietHops(0.2), ...voice(0.8)];
    const [one, other] = started(world.having(audio([first, second])));
    expect(one?.slice(0, 2)).toEqual([1, 2]);
    expect(other?.slice(0, 2)).toEqual([0, 2]);
    expect(Number(other?.[2]) - Number(one?.[2])).toBe(40);
  });

  it('are those of the container, once its header is there', () => {
    session({ encoding: null, sampleRate: null, multichannel: true })
      .having(audio([quietHops(0.4), quietHops(0.4)]))
      .when(finalizeAudio())
      .then(
        'AudioFinalized',
        final(0, 40, { channel: 0, channelCount: 2 }),
        final(0, 40, { channel: 1, channelCount: 2 }),
      );
  });
});
