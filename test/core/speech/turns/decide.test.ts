import { describe, expect, it } from 'vitest';
import { speech } from '../../../../core/speech/index.ts';
import type { ReceiveAudio } from '../../../../core/speech/commands.ts';
import type { TurnReported } from '../../../../core/speech/events.ts';
import type { TurnThresholds } from '../../../../core/speech/turns/thresholds.ts';
import { createContext } from '../../../../core/kernel/context.ts';
import { given } from '../../../support/given.ts';
import { hash } from '../../../support/engine/pure-world.ts';
import { close, type Session } from '../../../support/speech/commands.ts';
import { quietHops, speechHops as voice } from '../../../support/speech/hearing.ts';
import {
  configure,
  measured,
  openTurns,
  silent,
  turnSession,
} from '../../../support/speech/turn-commands.ts';

const update = (windowEnd: number, sequenceId: number) => ({
  type: 'TurnReported' as const,
  sequenceId,
  event: 'Update',
  turnIndex: 0,
  windowStart: 0,
  windowEnd,
  words: [],
  confidence: 0,
});

const failed = (sequenceId: number, code: string, description = expect.any(String)) => [
  { type: 'SessionFailed' as const, sequenceId, code, description },
  { type: 'SessionEnded' as const, by: 'service', code: 1011, reason: '' },
];

describe('a session of /v2/listen', () => {
  it('reports audio each 0.25 s, however it is cut into frames', () => {
    const world = given(speech, openTurns());
    world.when(silent(60)).then('AudioReceived', update(25, 1), update(50, 2));
    world.when(silent(14)).then('AudioReceived');
    world.when(silent(1)).then('AudioReceived', update(75, 3));
  });

  it('reports the rest of its audio when the client closes it, and ends without a code', () => {
    given(speech, openTurns())
      .having(silent(30))
      .when(close)
      .then(update(30, 2), { type: 'SessionEnded', by: 'service', code: 1005, reason: '' })
      .when(close)
      .refused('SESSION_UNKNOWN');
    given(speech, openTurns()).when(close).then({ type: 'SessionEnded', code: 1005 });
  });

  it('ends with an error after 30 s without audio, despite other messages', () => {
    const world = given(speech, openTurns()).after('29s').having(silent(1)).after('29s');
    world.having(configure({ timeoutMs: 900 }));
    expect(world.after('0.9s').events).toEqual([]);
    expect(world.after('0.1s').events).toMatchObject(failed(2, 'INACTIVE_CLIENT'));
    expect(turnSession(world.speech, world.sessionId)).toBeUndefined();
  });

  it('ends with an error at a message that cannot be read, and at audio that cannot', () => {
    const command = (type: 'RejectFrame' | 'RejectAudio') => (world: Session) => ({
      type,
      sessionId: world.sessionId,
      description: 'No.',
    });
    given(speech, openTurns())
      .having(silent(25))
      .when(command('RejectFrame'))
      .then(...failed(2, 'UNPARSABLE_CLIENT_MESSAGE', 'No.'));
    given(speech, openTurns())
      .when(command('RejectAudio'))
      .then(...failed(1, 'UNDECODABLE_AUDIO', 'No.'));
  });
});

describe('a Configure message', () => {
  const eager = { eagerEndOfTurn: 0.4, endOfTurn: 0.7, timeoutMs: 5_000 };

  it('changes the named settings, and answers with all settings', () => {
    const world = given(speech, openTurns({ keyterms: ['Reprise'] }));
    world.when(configure({ eagerEndOfTurn: 0.4 })).then({
      type: 'TurnsConfigured',
      sequenceId: 1,
      thresholds: eager,
      keyterms: ['Reprise'],
    });
    world
      .when(configure({ keyterms: [] }))
      .then({ type: 'TurnsConfigured', sequenceId: 2, thresholds: eager, keyterms: [] });
    world.shows((after) => turnSession(after.speech, after.sessionId), {
      thresholds: eager,
      keyterms: [],
    });
  });

  it('changes nothing if a part of it is refused, and the session continues', () => {
    const world = given(speech, openTurns()).having(configure({ eagerEndOfTurn: 0.4 }));
    const before = turnSession(world.speech, world.sessionId);
    world.when(configure({ timeoutMs: 900, endOfTurn: 0.95, keyterms: 'Reprise' })).then({
      type: 'ConfigureRejected',
      sequenceId: 2,
      code: 'INVALID_THRESHOLD',
      description: 'eot_threshold must be from 0.5 to 0.9, or 1, not 0.95.',
    });
    world.showsExactly((after) => turnSession(after.speech, after.sessionId), {
      ...before,
      sequenceId: 3,
    });
    world.when(silent(25)).then('AudioReceived', update(25, 3));
  });

  it('that cannot be parsed changes nothing either', () => {
    given(speech, openTurns())
      .when(({ sessionId }) => ({ type: 'RejectConfigure', sessionId, description: 'No.' }))
      .then({
        type: 'ConfigureRejected',
        sequenceId: 1,
        code: 'INVALID_CONFIGURE',
        description: 'No.',
      })
      .when(silent(25))
      .then('AudioReceived', update(25, 2));
  });
});

describe('an utterance of a script on /v2/listen', () => {
  const script = {
    type: 'SetScript',
    script: {
      parts: [
        { select: {}, utterances: [{ text: 'Two green chairs, please.' }, { text: 'Bye.' }] },
      ],
    },
  } as const;
  /** The first voice is shorter than the words of the first utterance. */
  const spoken = [
    ...quietHops(0.3),
    ...voice(0.6),
    ...quietHops(1),
    ...voice(0.5),
    ...quietHops(1),
  ];

  const turnsIn = (events: readonly { readonly type: string }[]) =>
    events
      .filter((event): event is TurnReported => event.type === 'TurnReported')
      .filter(({ event }) => event !== 'Update')
      .map(({ event, turnIndex, words }) => {
        return `${event} ${turnIndex} ${words.map(({ text }) => text).join(' ')}`;
      });

  it.each<Partial<TurnThresholds>>([
    {},
    { endOfTurn: 0.5 },
    { endOfTurn: 0.9 },
    { endOfTurn: 0.9, timeoutMs: 500 },
    { eagerEndOfTurn: 0.3 },
    { eagerEndOfTurn: 0.9, endOfTurn: 0.9 },
  ])('is whole in the turn that ends, with %j', (own) => {
    const thresholds = { eagerEndOfTurn: null, endOfTurn: 0.7, timeoutMs: 5_000, ...own };
    const world = given(speech, openTurns({ thresholds })).having(script, measured(spoken));
    const ends = turnsIn(world.events).filter((each) => !each.startsWith('StartOfTurn'));
    const each = (index: number, text: string) => [
      ...(thresholds.eagerEndOfTurn === null ? [] : [`EagerEndOfTurn ${index} ${text}`]),
      `EndOfTurn ${index} ${text}`,
    ];
    expect(ends).toEqual([...each(0, 'Two green chairs, please.'), ...each(1, 'Bye.')]);
  });

  it('has the spelling of the key terms at the time it is heard', () => {
    const world = given(speech, openTurns({ keyterms: ['TWO', 'Green Chairs'] })).having(script);
    const first = world.having(measured(spoken.slice(0, 150))).events;
    expect(turnsIn(first).at(-1)).toBe('EndOfTurn 0 TWO Green Chairs, please.');
    const later = world.having(configure({ keyterms: 'BYE' }), measured(spoken.slice(150))).events;
    expect(turnsIn(later).at(-1)).toBe('EndOfTurn 1 BYE.');
  });

  it('is whole when the client closes in the middle of it, and no turn ends', () => {
    const world = given(speech, openTurns()).having(script, measured(spoken.slice(0, 70)));
    const { events } = world.having(close);
    expect(events.map(({ type }) => type)).toEqual(['TurnReported', 'SessionEnded']);
    expect(events[0]).toMatchObject({
      event: 'Update',
      words: ['Two', 'green', 'chairs,', 'please.'].map((text) => ({ text })),
    });
  });
});

it('a stream is reported up to its end, with the hop that is not measured yet', () => {
  const frame = (world: Session) => ({ ...(silent(24)(world) as ReceiveAudio), samples: 4_000 });
  const { events } = given(speech, openTurns()).having(frame, close);
  expect(events[0]).toMatchObject({ event: 'Update', windowStart: 0, windowEnd: 25 });
});

it('each report is a piece of work, since a turn may have hundreds of words', () => {
  const world = given(speech, openTurns());
  const { seed, epochMs, nowMs, settings } = world.state;
  const context = createContext({ seed, epochMs, ids: settings.ids }, hash, nowMs);
  const command = measured([...voice(5), ...quietHops(2)])(world);
  const pieces = [...(speech.decider.decideInPieces?.(command, world.speech, context) ?? [])];
  const reports = world.having(command).events.filter(({ type }) => type === 'TurnReported');
  expect(reports.length).toBeGreaterThan(20);
  expect(pieces).toHaveLength(reports.length);
});
