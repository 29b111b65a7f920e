// Rules of /v1/speak: the numbers of its confirmations, and audio that fits the text.

import { finding, valueText, type RuleFinding } from '../../kernel/rule.ts';
import { speakRateDefault } from '../synthesis/synthesis.ts';
import type { AudioEncoding } from '../synthesis/synthesis.ts';
import type { MessageShown } from './observations.ts';
import { sessionRule } from './session-rule.ts';
import { audioFormOf, spokenChars, spokenSeconds, type ShownAudioForm } from './shown-audio.ts';

/** Flushed and Cleared are numbered together, from 0 on. */
export const speakSequence = sessionRule<{ last: number | undefined }>({
  name: 'speak-sequence',
  spec: 'spec/speech.md, Speak channel messages; reference/speech.md 3, Flow, sequence_id',
  channels: ['speak'],
  start: () => ({ last: undefined }),
  observe(state, observation) {
    if (observation.kind !== 'message' || observation.by === 'client') return [];
    const { n, message } = observation;
    const { type, sequence_id: id } = message;
    if (type !== 'Flushed' && type !== 'Cleared') return [];
    const { last } = state;
    if (typeof id === 'number') state.last = id;
    const isKept = typeof id === 'number' && (last === undefined ? id === 0 : id > last);
    return [
      finding(isKept, n, () => [
        last === undefined ? 'sequence_id 0 first' : `sequence_id above ${last}`,
        valueText(id),
      ]),
    ];
  },
});

/** Text up to a Flush or a Clear. `isOpen`: its length is not known. */
interface SpokenPart {
  certain: number;
  possible: number;
  isOpen: boolean;
  end: 'Flush' | 'Clear' | undefined;
}

interface SpeakingState {
  readonly form: ShownAudioForm | undefined;
  /** Of text after the last Flush or Clear. */
  rest: SpokenPart;
  /** Those without their answer. */
  waiting: readonly SpokenPart[];
  bytes: number;
}

const newPart = (isOpen = false): SpokenPart => ({
  certain: 0,
  possible: 0,
  isOpen,
  end: undefined,
});

/**
 * Audio comes for text only, in whole samples, and as long as it takes to say the text between two flushes. What a Clear or a Warning may
 * have left out is not measured.
 */
export const speakAudio = sessionRule<SpeakingState>({
  name: 'speak-audio',
  spec: 'spec/speech.md, Speak channel messages; reference/speech.md 3, Flow',
  channels: ['speak'],
  start({ query: { encoding = 'linear16', sample_rate: rate } }) {
    const usual = speakRateDefault(encoding as AudioEncoding);
    const form = audioFormOf(encoding, rate === undefined ? usual : Number(rate));
    return { form, rest: newPart(), waiting: [], bytes: 0 };
  },
  observe(state, observation): readonly RuleFinding[] {
    if (observation.kind === 'closed') return [];
    if (observation.kind === 'message') {
      return observation.by === 'client' ? sent(state, observation) : confirmed(state, observation);
    }
    if (observation.by === 'client') return [];
    state.bytes += observation.bytes;
    const hasText = [...state.waiting, state.rest].some(
      ({ possible, isOpen }) => isOpen || possible > 0,
    );
    return [
      finding(hasText, observation.n, () => ['text before audio', `${observation.bytes} bytes`]),
    ];
  },
});

function sent(state: SpeakingState, { message }: MessageShown): [] {
  const { type, text } = message;
  if (type === 'Speak' && typeof text === 'string') {
    const { certain, possible } = spokenChars(text);
    state.rest.certain += certain;
    state.rest.possible += possible;
  } else if (type === 'Flush' || type === 'Clear') {
    if (type === 'Clear') leaveOpen(state);
    state.waiting = [...state.waiting, { ...state.rest, end: type }];
    state.rest = newPart();
  }
  return [];
}

function confirmed(state: SpeakingState, { n, message }: MessageShown): readonly RuleFinding[] {
  const { type } = message;
  if (type === 'Warning') leaveOpen(state);
  if (type === 'Cleared') {
    const place = state.waiting.findIndex(({ end }) => end === 'Clear');
    state.waiting = state.waiting.slice(place + 1);
    state.bytes = 0;
  }
  if (type !== 'Flushed') return [];
  const [part = newPart(true), ...others] = state.waiting;
  const { bytes, form } = state;
  state.waiting = others;
  state.bytes = 0;
  return part.isOpen || form === undefined ? [] : lengthFindings(n, { bytes, form, part });
}

/** Text that was sent so far may remain unspoken. */
function leaveOpen({ waiting, rest }: SpeakingState): void {
  for (const part of [...waiting, rest]) part.isOpen = true;
}

interface SpokenLength {
  readonly bytes: number;
  readonly form: ShownAudioForm;
  readonly part: { readonly certain: number; readonly possible: number };
}

/** Whole samples, and no less or more than a text takes. */
export function lengthFindings(
  n: number,
  { bytes, form, part }: SpokenLength,
): readonly RuleFinding[] {
  const seconds = bytes / form.bytesPerSecond;
  const [min, max] = part.possible === 0 ? [0, 0] : spokenSeconds(part);
  return [
    finding(bytes % form.sampleBytes === 0, n, () => [
      `whole samples of ${form.sampleBytes} bytes`,
      `${bytes} bytes`,
    ]),
    finding(seconds >= min && seconds <= max, n, () => [
      `from ${min.toFixed(2)} to ${max.toFixed(2)} s of audio for ${part.possible} characters`,
      `${seconds.toFixed(2)} s`,
    ]),
  ];
}
