// Rules of /v2/listen: numbered messages, turns that follow their machine, and windows that fit the audio.

import { finding, valueText, type RuleFinding } from '../../kernel/rule.ts';
import { transitions, type TurnPhase } from '../turns/machine.ts';
import type { ShownMessage } from './observations.ts';
import { sessionRule } from './session-rule.ts';
import { SentAudio } from './shown-audio.ts';

const messages = 'spec/speech.md, Listen v2 messages';
const machine = `${messages}; reference/speech.md 5, Turn machine`;

/** `sequence_id` counts the messages of the server, of every type, from 0 on. */
export const sequenceIds = sessionRule({
  name: 'sequence-ids',
  spec: messages,
  channels: ['turns'],
  start: () => ({ next: 0 }),
  observe(state, observation) {
    if (observation.kind !== 'message' || observation.by === 'client') return [];
    const { n, message } = observation;
    const { sequence_id: id, type } = message;
    const { next } = state;
    state.next = typeof id === 'number' ? id + 1 : next + 1;
    return [
      finding(id === next, n, () => [`sequence_id ${next} of ${valueText(type)}`, valueText(id)]),
    ];
  },
});

interface Turning {
  phase: TurnPhase;
  /** Whether a client has ever asked for eager ends. */
  isEager: boolean;
}

/**
 * The events of turns follow the table of the turn machine: none is eager unless asked for, and there is text from StartOfTurn on, not
 * before. Whether a turn may end without an eager end in eager mode is not known, so it may.
 */
export const turnOrder = sessionRule<Turning>({
  name: 'turn-order',
  spec: machine,
  channels: ['turns'],
  start: ({ query }) => ({ phase: 'idle', isEager: query['eager_eot_threshold'] !== undefined }),
  observe(state, observation): readonly RuleFinding[] {
    if (observation.kind !== 'message') return [];
    const { n, by, message } = observation;
    if (by === 'client') {
      if (asksForEager(message)) state.isEager = true;
      return [];
    }
    const { type, event, transcript } = message;
    if (type !== 'TurnInfo') return [];
    const { phase, isEager } = state;
    const row = transitions.find((one) => one.from === phase && one.event === event);
    state.phase = row?.to ?? phase;
    const isAllowed = row !== undefined && (row.event !== 'EagerEndOfTurn' || isEager);
    const isSilent = phase === 'idle' && event === 'Update';
    return [
      finding(isAllowed, n, () => [
        `${eventsAfter(phase, isEager).join(' or ')} while ${phaseNames[phase]}`,
        valueText(event),
      ]),
      ...(row === undefined
        ? []
        : [
            finding(isSilent === (transcript === ''), n, () => [
              isSilent ? 'no transcript between turns' : `a transcript in ${row.event}`,
              valueText(transcript),
            ]),
          ]),
    ];
  },
});

const phaseNames: Readonly<Record<TurnPhase, string>> = {
  idle: 'between turns',
  speaking: 'in a turn',
  maybeEnded: 'after an eager end',
};

function eventsAfter(phase: TurnPhase, isEager: boolean): readonly string[] {
  return transitions
    .filter(({ from, event }) => from === phase && (isEager || event !== 'EagerEndOfTurn'))
    .map(({ event }) => event);
}

function asksForEager({ type, thresholds }: ShownMessage): boolean {
  return (
    type === 'Configure' &&
    typeof thresholds === 'object' &&
    thresholds !== null &&
    'eager_eot_threshold' in thresholds
  );
}

/** Turns are numbered from 0 on, one more after each EndOfTurn. */
export const turnNumbers = sessionRule({
  name: 'turn-numbers',
  spec: machine,
  channels: ['turns'],
  start: () => ({ index: 0 }),
  observe(state, observation) {
    if (observation.kind !== 'message' || observation.by === 'client') return [];
    const { n, message } = observation;
    const { type, event, turn_index: index } = message;
    if (type !== 'TurnInfo') return [];
    const wanted = state.index;
    if (typeof index === 'number') state.index = index;
    if (event === 'EndOfTurn') state.index += 1;
    return [finding(index === wanted, n, () => [`turn_index ${wanted}`, valueText(index)])];
  },
});

/** Audio on its way, when a message was sent. */
const onItsWaySeconds = 0.1;

/** A window ends where the audio is now: never earlier than the one before, and never beyond what was sent. */
export const audioWindows = sessionRule({
  name: 'audio-windows',
  spec: machine,
  channels: ['turns'],
  start: ({ query }) => ({ audio: new SentAudio(query), end: 0 }),
  observe(state, observation): readonly RuleFinding[] {
    if (observation.kind === 'closed') return [];
    const { n, by } = observation;
    if (observation.kind === 'audio') {
      if (by === 'client') state.audio.add(observation.bytes);
      return [];
    }
    const { type, audio_window_start: start, audio_window_end: end } = observation.message;
    if (by === 'client' || type !== 'TurnInfo') return [];
    const before = state.end;
    if (typeof end === 'number') state.end = end;
    const { seconds = Infinity } = state.audio;
    const isKept =
      typeof start === 'number' &&
      typeof end === 'number' &&
      start >= 0 &&
      start <= end &&
      end >= before &&
      end <= seconds + onItsWaySeconds;
    return [
      finding(isKept, n, () => [
        `a window that ends from ${before} to ${seconds.toFixed(3)} s`,
        `${valueText(start)} to ${valueText(end)}`,
      ]),
    ];
  },
});

/** Confidences are from 0 to 1. */
export const confidences = sessionRule({
  name: 'confidences',
  spec: 'spec/speech.md, Limits, v2 turn confidences',
  channels: ['turns'],
  start: () => undefined,
  observe(_, observation) {
    if (observation.kind !== 'message' || observation.by === 'client') return [];
    const { n, message } = observation;
    const { type, end_of_turn_confidence: ofTurn, words } = message;
    if (type !== 'TurnInfo') return [];
    const ofWords: unknown[] = Array.isArray(words) ? words.map(confidenceOf) : [];
    const all = [ofTurn, ...ofWords];
    const isKept = all.every((value) => typeof value === 'number' && value >= 0 && value <= 1);
    return [finding(isKept, n, () => ['confidences from 0 to 1', valueText(all)])];
  },
});

/** Undefined of what is no word. */
function confidenceOf(word: unknown): unknown {
  const { confidence } = (word ?? {}) as { readonly confidence?: unknown };
  return confidence;
}
