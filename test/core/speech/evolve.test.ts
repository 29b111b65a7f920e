import { describe, expect, it } from 'vitest';
import type { SpeechEvent } from '../../../core/speech/events.ts';
import { evolve } from '../../../core/speech/evolve.ts';
import type { SessionLimits } from '../../../core/speech/session/record.ts';
import type { SpeechState } from '../../../core/speech/state.ts';
import {
  agentTable,
  callbackTable,
  openingsTable,
  scriptTable,
  sessionTable,
  soundTable,
} from '../../../core/speech/tables.ts';
import { open, speakSession } from '../../support/speech/commands.ts';

const sessionId = 'a';
const { path, parameters, limits } = open();
const speech = { voice: { base: 'slt', pitch: 100, pace: 100 }, text: 'One.' } as const;
const question = { ...speech, encoding: 'linear16', sampleRate: 24_000 } as const;

type Timed = readonly [atMs: number, event: SpeechEvent];

const opened = (own: Partial<SessionLimits> = {}): Timed => [
  0,
  {
    type: 'SessionOpened',
    sessionId,
    path,
    parameters,
    limits: { ...limits, ...own },
    modelUuid: '',
  },
];
const added = (atMs: number, text: string, ends: readonly number[] = []): Timed => [
  atMs,
  { type: 'TextAdded', sessionId, text, ends },
];
const flushed = (atMs: number): Timed => [atMs, { type: 'TextFlushed', sessionId }];
const spoken: Timed = [
  0,
  { type: 'SentenceSpoken', sessionId, speech: question, samples: 1, sha256: '' },
];
const skipped: Timed = [0, { type: 'SentenceSkipped', sessionId, speech: question, reason: '' }];
const confirmed: Timed = [0, { type: 'FlushConfirmed', sessionId, sequenceId: 4 }];
const cleared: Timed = [0, { type: 'TextCleared', sessionId, sequenceId: 4 }];
const closing: Timed = [0, { type: 'SessionClosing', sessionId }];
const warned: Timed = [0, { type: 'SessionWarned', sessionId, code: 'X', description: '' }];
const ended: Timed = [0, { type: 'SessionEnded', sessionId, by: 'client', code: 1000, reason: '' }];

/** The session in a state folded from these events. */
function sessionAfter(events: readonly Timed[]) {
  const state: SpeechState = {
    sessions: sessionTable(),
    openings: openingsTable(),
    scripts: scriptTable(),
    agents: agentTable(),
    callbacks: callbackTable(),
    sounds: soundTable(),
  };
  for (const [atMs, event] of events) evolve(state, event, atMs);
  return speakSession(state, sessionId);
}

const sentence = (text: string) => ({ kind: 'sentence', text });
const flush = { kind: 'flush' };
const twoAndRest = added(0, 'One. Two. Three', [4, 9]);

describe('a session', () => {
  it.each([
    ['text without an end', [added(0, 'One')], { buffer: 'One', queue: [] }],
    [
      'text whose ends lie across events',
      [added(0, 'One'), added(0, '. Two', [4])],
      { buffer: ' Two', queue: [sentence('One.')] },
    ],
    [
      'a flush',
      [twoAndRest, flushed(0)],
      { buffer: '', queue: [sentence('One.'), sentence('Two.'), sentence('Three'), flush] },
    ],
    ['a spoken sentence', [twoAndRest, spoken], { queue: [sentence('Two.')] }],
    ['a skipped sentence', [twoAndRest, skipped], { queue: [sentence('Two.')] }],
    [
      'a confirmed flush, of two',
      [added(0, 'One'), flushed(0), added(0, 'Two'), flushed(0), confirmed],
      { queue: [sentence('One'), sentence('Two'), flush], sequenceId: 5 },
    ],
    ['a clear', [twoAndRest, cleared], { buffer: '', queue: [], sequenceId: 5 }],
    [
      'a close',
      [added(0, 'One'), closing],
      { buffer: '', queue: [sentence('One')], isClosing: true },
    ],
    ['a warning', [added(0, 'One'), warned], { buffer: 'One', queue: [], isClosing: false }],
  ] as const)('after %s', (_name, events, expected) => {
    expect(sessionAfter([opened(), ...events])).toMatchObject(expected);
  });

  it('has the flushes of the last minute', () => {
    const events = [opened(), flushed(0), flushed(1), flushed(60_000)];
    expect(sessionAfter(events)?.flushesMs).toEqual([1, 60_000]);
  });

  it('has the texts of the last minute if characters are limited', () => {
    const texts = [added(0, 'One'), added(1, 'Two!'), added(60_000, 'Three')];
    expect(sessionAfter([opened(), ...texts])?.texts).toEqual([]);
    expect(sessionAfter([opened({ charactersPerMinute: 100 }), ...texts])?.texts).toEqual([
      { atMs: 1, characters: 4 },
      { atMs: 60_000, characters: 5 },
    ]);
  });

  it('is removed at its end, and later events of it change nothing', () => {
    expect(sessionAfter([opened(), ended])).toBeUndefined();
    expect(sessionAfter([opened(), ended, twoAndRest, closing])).toBeUndefined();
  });
});
