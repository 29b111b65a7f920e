// Results of /v1/listen for any audio, cut into any frames.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SpeechEvent } from '../../core/speech/events.ts';
import type { MeasuredHop } from '../../core/speech/recognition/hearing/hear.ts';
import { speech } from '../../core/speech/index.ts';
import type { ListenParameters } from '../../core/speech/listen/parameters.ts';
import type { SpeechScript } from '../../core/speech/recognition/script/script.ts';
import { plainText } from '../../core/speech/text/options.ts';
import { given } from '../support/given.ts';
import { close } from '../support/speech/commands.ts';
import { quietHops, speechHops as voice } from '../support/speech/hearing.ts';
import { audio, finalizeAudio, listeningSession } from '../support/speech/listening.ts';

const seconds = fc.constantFrom(0.02, 0.1, 0.35, 0.8, 1.5, 5);

const anySound: fc.Arbitrary<readonly MeasuredHop[]> = fc
  .array(fc.tuple(seconds, seconds, fc.nat(100)), { minLength: 1, maxLength: 5 })
  .map((parts) =>
    parts.flatMap(([pause, long, seed]) => [...quietHops(pause), ...voice(long, seed)]),
  );

const anyRules: fc.Arbitrary<Partial<ListenParameters>> = fc.record({
  interimResults: fc.boolean(),
  vadEvents: fc.boolean(),
  endpointingMs: fc.constantFrom(null, 10, 300),
  utteranceEndMs: fc.constantFrom(null, 1_000),
  text: fc.constantFrom(plainText, { ...plainText, redact: ['ssn'] }),
});

/** Numbers, which finals cut, in the first utterances; placeholders follow. */
const script: SpeechScript = {
  parts: [{ select: {}, utterances: [{ text: 'one two three' }, { text: '45 6789 is it' }] }],
};

interface Run {
  readonly channels: readonly (readonly MeasuredHop[])[];
  readonly rules: Partial<ListenParameters>;
  /** A Finalize comes after this number of hops. */
  readonly finalizedAt: number;
}

const anyRun: fc.Arbitrary<Run> = fc
  .record({
    sounds: fc.array(anySound, { minLength: 1, maxLength: 2 }),
    rules: anyRules,
    finalizedAt: fc.nat(400),
  })
  .map(({ sounds, rules, finalizedAt }) => {
    const length = Math.min(...sounds.map((sound) => sound.length));
    const channels = sounds.map((sound) => sound.slice(0, length));
    const own = { ...rules, channels: channels.length, multichannel: channels.length > 1 };
    return { channels, rules: own, finalizedAt: Math.min(finalizedAt, length) };
  });

/** A session that has received the audio in frames that end at these offsets. */
function sessionOf({ channels, rules, finalizedAt }: Run, cuts: readonly number[]) {
  const world = given(speech, listeningSession(rules)).having({ type: 'SetScript', script });
  const length = channels[0]?.length ?? 0;
  const ends = [...cuts.filter((cut) => cut < length), finalizedAt, length];
  let start = 0;
  for (const end of ends.toSorted((a, b) => a - b)) {
    world.having(audio(channels.map((hops) => hops.slice(start, end))));
    if (end === finalizedAt && start <= end) world.having(finalizeAudio());
    start = end;
  }
  return world;
}

type Session = ReturnType<typeof sessionOf>;

const recordOf = ({ speech: { sessions }, sessionId }: Session) => sessions.get(sessionId);

const eventsOf = ({ entries }: Session) =>
  entries.flatMap(({ events }) => events.map(({ event }) => event as SpeechEvent));

const resultsOf = (session: Session) =>
  eventsOf(session).filter(({ type }) => type !== 'AudioReceived');

describe('results of /v1/listen', () => {
  it('are the same for any frames of the audio, and so is the session', () => {
    const cuts = fc.array(fc.nat(2_000), { maxLength: 12 });
    fc.assert(
      fc.property(anyRun, cuts, (run, places) => {
        const distinct = [...new Set(places)].filter((place) => place !== run.finalizedAt);
        const whole = sessionOf(run, []);
        const inFrames = sessionOf(run, distinct);
        expect(recordOf(inFrames)).toEqual(recordOf(whole));
        whole.having(close);
        inFrames.having(close);
        expect(resultsOf(inFrames)).toEqual(resultsOf(whole));
      }),
    );
  });

  it('follow from the events alone, as after a restart', () => {
    fc.assert(
      fc.property(anyRun, (run) => {
        const session = sessionOf(run, [30, 200]);
        const stored = JSON.parse(JSON.stringify(eventsOf(session))) as SpeechEvent[];
        const restarted = given(speech, stored);
        expect(restarted.speech.sessions.get(session.sessionId)).toEqual(recordOf(session));
      }),
    );
  });
});
