// Rules of /v1/listen: results that tile the audio, their flags and words, and lengths that fit the bytes.

import { finding, valueText, type RuleFinding } from '../../kernel/rule.ts';
import type { ShownMessage } from './observations.ts';
import { sessionRule } from './session-rule.ts';
import { SentAudio } from './shown-audio.ts';

const results = 'spec/speech.md, Listen v1 messages; reference/speech.md 4, Results';

/** Seconds are printed in 32 bits, or rounded. */
const toleranceSeconds = 0.02;

/** Final results tile the audio of a channel: each begins where the one before has ended, and interim ones begin there, too. */
export const resultTiles = sessionRule<{ readonly ends: Map<number, number> }>({
  name: 'result-tiles',
  spec: results,
  channels: ['listen'],
  start: () => ({ ends: new Map() }),
  observe({ ends }, observation) {
    if (observation.kind !== 'message' || observation.by === 'client') return [];
    const { n, message } = observation;
    const { type, start, duration, is_final: isFinal } = message;
    if (type !== 'Results') return [];
    if (typeof start !== 'number' || typeof duration !== 'number') {
      return [{ n, expected: 'start and duration', found: valueText([start, duration]) }];
    }
    const channel = channelOf(message);
    const end = ends.get(channel) ?? 0;
    if (isFinal === true) ends.set(channel, start + duration);
    return [
      finding(Math.abs(start - end) <= toleranceSeconds && duration >= 0, n, () => [
        `start ${end.toFixed(3)}, where the final results of channel ${channel} end`,
        valueText(start),
      ]),
    ];
  },
});

function channelOf({ channel_index: index }: ShownMessage): number {
  const first: unknown = Array.isArray(index) ? index[0] : undefined;
  return typeof first === 'number' ? first : 0;
}

/** Only final results end speech; one is from a Finalize only after it; without interim results all are final. */
export const resultFlags = sessionRule({
  name: 'result-flags',
  spec: results,
  channels: ['listen'],
  start: ({ query }) => ({ isInterim: query['interim_results'] === 'true', isFinalized: false }),
  observe(state, observation): readonly RuleFinding[] {
    if (observation.kind !== 'message') return [];
    const { n, by, message } = observation;
    const { type, is_final: isFinal, speech_final: endsSpeech, from_finalize: isForced } = message;
    if (by === 'client' && type === 'Finalize') state.isFinalized = true;
    if (by === 'client' || type !== 'Results') return [];
    return [
      finding(endsSpeech !== true || isFinal === true, n, () => [
        'is_final with speech_final',
        valueText(isFinal),
      ]),
      finding(isForced !== true || state.isFinalized, n, () => [
        'from_finalize after a Finalize only',
        'none was sent',
      ]),
      finding(isFinal === true || state.isInterim, n, () => [
        'is_final, since no interim_results were asked for',
        valueText(isFinal),
      ]),
    ];
  },
});

/** Words follow each other in time. */
export const wordTimes = sessionRule({
  name: 'word-times',
  spec: results,
  channels: ['listen'],
  start: () => undefined,
  observe(_, observation) {
    if (observation.kind !== 'message' || observation.by === 'client') return [];
    const { n, message } = observation;
    if (message['type'] !== 'Results') return [];
    return alternativesIn(message).map((alternative): RuleFinding => {
      const times = wordsIn(alternative).map(
        ({ start, end }) => [Number(start), Number(end)] as const,
      );
      const isKept = times.every(
        ([start, end], index) => start <= end && start >= (times[index - 1]?.[0] ?? 0),
      );
      return finding(isKept, n, () => ['words in the order of their times', valueText(times)]);
    });
  },
});

function objectsOf(value: unknown): readonly ShownMessage[] {
  return Array.isArray(value)
    ? value.filter((one): one is ShownMessage => typeof one === 'object' && one !== null)
    : [];
}

function alternativesIn({ channel }: ShownMessage): readonly ShownMessage[] {
  const isChannel = typeof channel === 'object' && channel !== null && 'alternatives' in channel;
  return isChannel ? objectsOf(channel.alternatives) : [];
}

function wordsIn({ words }: ShownMessage): readonly ShownMessage[] {
  return objectsOf(words);
}

/** Audio on its way, when a message was sent. */
const onItsWaySeconds = 0.1;

/**
 * No result is of audio that was not sent, and the length in the summary is that of all audio up to CloseStream. Encodings whose bytes do
 * not say their length are not judged, nor are containers.
 */
export const listenAudio = sessionRule({
  name: 'listen-audio',
  spec: 'spec/speech.md, Listen v1 messages; reference/speech.md 1, fact 1, and 4, Metadata',
  channels: ['listen'],
  start: ({ query }) => ({ audio: new SentAudio(query) }),
  observe({ audio }, observation): readonly RuleFinding[] {
    if (observation.kind === 'closed') return [];
    const { n, by } = observation;
    if (observation.kind === 'audio') {
      if (by === 'client') audio.add(observation.bytes);
      return [];
    }
    const { type, start, duration } = observation.message;
    if (by === 'client') {
      if (type === 'CloseStream') audio.isEnded = true;
      return [];
    }
    const { seconds } = audio;
    if (seconds === undefined || typeof duration !== 'number') return [];
    if (type === 'Results') {
      const end = Number(start) + duration;
      return [
        finding(end <= seconds + onItsWaySeconds, n, () => [
          `results up to ${seconds.toFixed(3)} s, all that was sent`,
          `up to ${end.toFixed(3)} s`,
        ]),
      ];
    }
    if (type !== 'Metadata') return [];
    const isKept = audio.isEnded
      ? Math.abs(duration - seconds) <= onItsWaySeconds
      : duration <= seconds + onItsWaySeconds;
    return [
      finding(isKept, n, () => [`duration ${seconds.toFixed(3)}, as sent`, valueText(duration)]),
    ];
  },
});

/** The summary comes once, and last. */
export const metadataLast = sessionRule({
  name: 'metadata-last',
  spec: 'reference/speech.md 1, fact 7, and 4, Metadata',
  channels: ['listen'],
  start: () => ({ isThere: false }),
  observe(state, observation) {
    if (observation.kind === 'closed') return state.isThere ? ['kept'] : [];
    if (observation.by === 'client') return [];
    const { isThere } = state;
    if (observation.kind === 'message' && observation.message['type'] === 'Metadata') {
      state.isThere = true;
    }
    if (!isThere) return [];
    const found = observation.kind === 'audio' ? 'audio' : valueText(observation.message['type']);
    return [{ n: observation.n, expected: 'nothing but the close after Metadata', found }];
  },
});

/** UtteranceEnd names the end of the last word in a final result, by its first alternative, or -1. */
export const utteranceEnds = sessionRule<{ readonly ends: Map<number, number> }>({
  name: 'utterance-ends',
  spec: 'spec/speech.md, Listen v1 messages; reference/speech.md 4, UtteranceEnd',
  channels: ['listen'],
  start: () => ({ ends: new Map() }),
  observe({ ends }, observation) {
    if (observation.kind !== 'message' || observation.by === 'client') return [];
    const { n, message } = observation;
    if (message['type'] === 'Results' && message['is_final'] === true) {
      const last = alternativesIn(message).slice(0, 1).flatMap(wordsIn).at(-1)?.['end'];
      if (typeof last === 'number') ends.set(channelOf(message), last);
    }
    if (message['type'] !== 'UtteranceEnd') return [];
    const { channel, last_word_end: end } = message;
    const known = ends.get(channelOf({ channel_index: channel })) ?? -1;
    const isKept =
      end === -1 || (typeof end === 'number' && Math.abs(end - known) <= toleranceSeconds);
    return [finding(isKept, n, () => [`last_word_end ${known} or -1`, valueText(end)])];
  },
});

const askedFor: ReadonlyMap<unknown, string> = new Map([
  ['SpeechStarted', 'vad_events'],
  ['UtteranceEnd', 'utterance_end_ms'],
]);

/** Messages that a client must ask for come to one that has asked for them. */
export const requestedMessages = sessionRule({
  name: 'requested-messages',
  spec: 'spec/speech.md, Events; /v1/listen (query parameters)',
  channels: ['listen'],
  start: ({ query }) => ({ query }),
  observe({ query }, observation) {
    if (observation.kind !== 'message' || observation.by === 'client') return [];
    const { n, message } = observation;
    const name = askedFor.get(message['type']);
    if (name === undefined) return [];
    const value = query[name];
    return [
      finding(value !== undefined && value !== 'false', n, () => [
        `${valueText(message['type'])} with ${name} only`,
        `${name} ${value ?? 'was not sent'}`,
      ]),
    ];
  },
});
