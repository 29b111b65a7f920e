// Random commands of clients to speech sessions, with waits between them.

import fc from 'fast-check';
import type { OpenSession, SessionCommand } from '../../../core/speech/commands.ts';
import { textCharsMax } from '../../../core/speech/speak/limits.ts';
import { open } from '../speech/commands.ts';
import { muteWord } from '../speech/fake-voice.ts';
import { anyText, hostileText } from './hostile-text.ts';

const pieces = [
  'One. ',
  'Two',
  '! ',
  'Three?',
  '\n',
  ' ',
  '',
  `${muteWord}. `,
  'Dr. ',
  '。',
  'é',
  '😀',
];

const spokenText = fc
  .array(fc.constantFrom(...pieces), { maxLength: 8 })
  .map((chosen) => chosen.join(''));

/** Longer than a sentence may be, or than a message may be. */
const longText = fc.constantFrom(
  'x'.repeat(textCharsMax),
  'word '.repeat(100),
  '😀'.repeat(textCharsMax / 2 + 1),
);

const anySpeech = fc.oneof(
  { weight: 8, arbitrary: spokenText },
  { weight: 2, arbitrary: hostileText },
  { weight: 2, arbitrary: anyText },
  { weight: 1, arbitrary: longText },
);

/** A command to an open session by its number, or to an unknown one. */
interface Frame {
  readonly do: 'frame';
  readonly session: number | 'none';
  readonly times: number;
  readonly command: (sessionId: string) => SessionCommand;
}

const session = fc.oneof(
  { weight: 20, arbitrary: fc.nat(5) },
  { weight: 1, arbitrary: fc.constant('none' as const) },
);

const frameOf = (
  command: fc.Arbitrary<Frame['command']>,
  times: fc.Arbitrary<number> = fc.constant(1),
) => fc.record({ do: fc.constant('frame' as const), session, command, times });

const plain = (type: 'FlushText' | 'ClearText' | 'CloseSession', times?: fc.Arbitrary<number>) =>
  frameOf(
    fc.constant((sessionId: string) => ({ type, sessionId })),
    times,
  );

const text = frameOf(
  anySpeech.map((words) => (sessionId: string) => {
    return { type: 'AddText', sessionId, text: words } as const;
  }),
);

const reject = frameOf(
  anyText.map((description) => (sessionId: string) => {
    return { type: 'RejectFrame', sessionId, description } as const;
  }),
);

const leave = frameOf(
  fc.constantFrom(1005, 1006).map((code) => (sessionId: string) => {
    return { type: 'EndSession', sessionId, code } as const;
  }),
);

const opening: fc.Arbitrary<OpenSession> = fc
  .record({
    encoding: fc.constantFrom('linear16' as const, 'mulaw' as const),
    idleMs: fc.constantFrom(null, null, 60_000, 10_000),
    charactersPerMinute: fc.constantFrom(null, null, 50),
  })
  .map(({ encoding, ...limits }) => open({ parameters: { encoding, sampleRate: 8_000 }, limits }));

/** Waits are multiples of a second, so that the delay of a late answer does not change which limits are reached. */
const waitOf = (...ms: number[]) =>
  fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(...ms) });

const wait = waitOf(0, 1_000, 5_000, 9_000, 59_000, 60_000);

const manyFlushes = plain('FlushText', fc.constant(21));
const flush = plain('FlushText', fc.constantFrom(1, 1, 1, 1, 21));

const frame = fc.oneof(
  { weight: 10, arbitrary: text },
  { weight: 3, arbitrary: flush },
  { weight: 3, arbitrary: plain('ClearText') },
  { weight: 2, arbitrary: plain('CloseSession') },
  { weight: 1, arbitrary: reject },
  { weight: 1, arbitrary: leave },
);

const opened = fc.record({ do: fc.constant('open' as const), command: opening });

export type SpeechStep =
  Frame | (typeof wait | typeof opened extends fc.Arbitrary<infer Step> ? Step : never);

/** One step, or several that reach a limit or nearly do. */
const part: fc.Arbitrary<readonly SpeechStep[]> = fc.oneof(
  { weight: 1, arbitrary: fc.tuple(opened) },
  { weight: 20, arbitrary: fc.tuple(frame) },
  { weight: 3, arbitrary: fc.tuple(wait) },
  { weight: 3, arbitrary: fc.tuple(wait, frame, wait) },
  { weight: 1, arbitrary: fc.tuple(manyFlushes, waitOf(59_000, 60_000), flush) },
);

/** Begins with an open session. */
export const speechSteps: fc.Arbitrary<readonly SpeechStep[]> = fc
  .tuple(opening, fc.array(part, { maxLength: 25, size: 'max' }))
  .map(([command, parts]) => [{ do: 'open', command }, ...parts.flat()]);
