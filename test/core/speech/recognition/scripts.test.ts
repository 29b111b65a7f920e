import { describe, expect, it } from 'vitest';
import { speech } from '../../../../core/speech/index.ts';
import type { SpeechScript } from '../../../../core/speech/recognition/script/script.ts';
import { given } from '../../../support/given.ts';
import { quietHops, speechHops as voice } from '../../../support/speech/hearing.ts';
import { audio, listeningSession } from '../../../support/speech/listening.ts';

const setScript = (script: SpeechScript) => ({ type: 'SetScript', script }) as const;

type Events = readonly { readonly type: string; readonly words?: readonly { text: string }[] }[];

const textOf = (events: Events) =>
  events
    .flatMap(({ type, words = [] }) => (type === 'ResultProduced' ? words : []))
    .map(({ text }) => text)
    .join(' ');

const greeting = setScript({
  parts: [{ select: {}, utterances: [{ text: 'Hello there.' }, { text: 'Bye.' }] }],
});

describe('a script', () => {
  const hops = [...quietHops(0.2), ...voice(1.2), ...quietHops(1), ...voice(0.5), ...quietHops(1)];

  it('is heard one utterance after the other, for any frames of audio', () => {
    const cut = given(speech, listeningSession()).having(greeting);
    const events = [];
    for (let at = 0; at < hops.length; at += 7) {
      events.push(...cut.having(audio([hops.slice(at, at + 7)])).events);
    }
    expect(textOf(events)).toBe('Hello there. Bye.');
    const whole = given(speech, listeningSession()).having(greeting, audio([hops]));
    const results = (all: Events) => all.filter(({ type }) => type !== 'AudioReceived');
    expect(results(whole.events)).toEqual(results(events));
  });

  it('replaces the one before, from the next utterance of each session on', () => {
    const world = given(speech, listeningSession()).having(greeting, audio([hops.slice(0, 240)]));
    const later = setScript({
      parts: [{ select: {}, utterances: [{ text: '' }, { text: 'Later.' }] }],
    });
    expect(textOf(world.having(later, audio([hops.slice(240)])).events)).toBe('Later.');
  });

  it('has parts for channels', () => {
    const world = given(speech, listeningSession({ multichannel: true, channels: 2 }));
    const parts = [{ select: { channel: 1 }, utterances: [{ text: 'Second channel.' }] }];
    const { events } = world.having(
      setScript({ parts }),
      audio([quietHops(2), [...voice(1), ...quietHops(1)]]),
    );
    expect(textOf(events)).toBe('Second channel.');
  });
});
