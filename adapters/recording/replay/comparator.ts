// Holds what a replay does against what was recorded, while it does it: counts what is equal, and keeps the first differences.

import {
  causesOf,
  type Cause,
  type Engine,
  type Envelope,
  type Input,
  type JournalEntry,
  type TaskPosition,
  type World,
} from '../../../core/index.ts';
import type { Frame } from '../../http/channel.ts';
import type { HttpResponse } from '../../http/messages.ts';
import {
  answerDifference,
  contentDifference,
  eventDifference,
  eventText,
  type ComparedCounts,
} from './comparison.ts';
import {
  fixtureSource,
  inputSource,
  type Divergence,
  type EventDifference,
  type ExchangeDifference,
  type ReplayedField,
  type StateDifference,
  type RecordedCause,
} from './divergence.ts';
import type { EntryOf, InputEntry, Touch } from '../format/entries.ts';
import { placeAfter } from './fixture-place.ts';
import type { Header, WorldPlace } from '../format/header.ts';
import type { RecordedAct, ReplayPlan } from './plan.ts';
import type { Ending } from '../format/reader.ts';
import { frameContent, responseContent, webhookEntry } from '../format/to-entry.ts';
import { createRedactor } from '../redaction/redactor.ts';
import { virtualOffset } from '../format/virtual-time.ts';

export interface Comparator {
  /** Whether an input of the recording is the next one; it cannot be taken otherwise. */
  readonly expectInput: (entry: InputEntry) => boolean;
  /** Whether time has not passed this instant yet. If it has, nothing of the recording can be done any more. */
  readonly expectInstant: (entry: number, atMs: number) => boolean;
  /** Where an act touched the world, and where it had. */
  readonly onTouch: (act: RecordedAct, touch: Touch, place: TaskPosition | undefined) => void;
  /** An act is over; with its answer, if it is something that is answered. */
  readonly onAnswer: (act: RecordedAct, response: HttpResponse | undefined) => void;
  /** A session has said something to its client. */
  readonly onFrame: (conn: number, frame: Frame) => void;
  /** A connection has ended; with the code that its session has given, if it was that. */
  readonly onClose: (entry: EntryOf<'ws.close'>, code: number | undefined) => void;
  /** Whether the first difference is known so well that there is nothing to go on for. */
  readonly hasDiverged: () => boolean;
  readonly result: (ending: Ending) => Promise<ComparisonResult>;
}

export interface ComparisonResult {
  readonly digest: string;
  readonly compared: ComparedCounts;
  readonly divergence?: Divergence;
}

interface EventMismatch {
  readonly expected: EntryOf<'event'> | undefined;
  readonly actual: Envelope | undefined;
  readonly input: Input | undefined;
}

/** `begun` are the entries that the world has from its fixture, if the recording leaves them out. */
export function createComparator(
  engine: Engine,
  world: World,
  header: Header,
  plan: ReplayPlan,
  begun: readonly JournalEntry[],
): Comparator {
  const { afterFixture, base } = header;
  const redactor = createRedactor({ salt: header.redaction.salt, isReplay: true });
  const compared = {
    inputs: 0,
    exchanges: 0,
    answers: 0,
    headers: 0,
    events: 0,
    frames: 0,
    webhooks: 0,
  };
  /** The position in front of each input. */
  const starts: number[] = [];
  let { position, digest } = placeAfter([]);
  let lastInput: Input | undefined;
  let parting: EventMismatch | undefined;
  let exchange: ExchangeDifference | undefined;
  let place: StateDifference | undefined;
  /** How many frames each client was sent. */
  const heard = new Map<number, number>();

  function follow(entry: JournalEntry): void {
    starts.push(position);
    lastInput = entry.input;
    position = entry.events.at(-1)?.position ?? position;
    ({ digest } = entry);
  }

  begun.forEach(follow);
  compared.inputs = begun.length;
  if (afterFixture !== undefined) {
    comparePlace(afterFixture, 'The fixture leads');
    if (base.inputs <= afterFixture.inputs) compareBase();
  }
  world.entries$.subscribe((entry) => {
    follow(entry);
    if (entry.input.n > base.inputs) compareEvents(entry);
    else if (entry.input.n === base.inputs) compareBase();
    if (parting === undefined) compared.inputs += 1;
  });

  function compareBase(): void {
    comparePlace(base, `The ${base.inputs} inputs before the recording lead`);
  }

  function comparePlace(expected: WorldPlace, what: string): void {
    const actual = { inputs: starts.length, position, digest };
    const names = ['inputs', 'position', 'digest'] as const;
    if (names.every((name) => actual[name] === expected[name])) return;
    const told = (at: WorldPlace) =>
      `input ${at.inputs}, position ${at.position}, digest ${at.digest}`;
    place ??= {
      entry: undefined,
      message: `${what} to ${told(actual)} now; recorded is ${told(expected)}.`,
    };
  }

  function compareEvents({ input, events }: JournalEntry): void {
    for (const actual of events) {
      if (parting !== undefined) return;
      const expected = plan.events[actual.position - base.position - 1];
      compareWebhook(actual);
      if (expected !== undefined && eventText(expected) === actual.text) compared.events += 1;
      else parting = { expected, actual, input };
    }
  }

  /** What would be sent because of an event; nothing is. */
  function compareWebhook(envelope: Envelope): void {
    const actual = webhookEntry(envelope, world.record);
    const expected = plan.webhooks.get(envelope.position);
    if (actual === undefined || expected === undefined) return; // then the events are others, too
    const { headers, text } = actual;
    const url = redactor.endpoint(actual.url);
    const difference =
      expected.url === url
        ? answerDifference({ status: 0, ...expected }, { status: 0, headers, text })
        : { path: 'url', expected: expected.url, actual: url };
    if (difference === undefined) compared.webhooks += 1;
    const what = `webhook ${expected.attempt} to ${expected.url}`;
    const { n: entry, kind, at: atMs } = expected;
    if (difference !== undefined) exchange ??= { entry, kind, what, atMs, ...difference };
  }

  function isAsRecorded(touch: Touch, { input, inputs, position: seen }: TaskPosition): boolean {
    if (touch.input !== undefined) return input === touch.input;
    return input === undefined && inputs === touch.after && seen === touch.position;
  }

  function onTouch({ entry }: RecordedAct, touch: Touch, at: TaskPosition | undefined): void {
    if (at !== undefined && isAsRecorded(touch, at)) return;
    const was =
      touch.input === undefined
        ? `looked at position ${touch.position}`
        : `made input ${touch.input}`;
    const is =
      at === undefined
        ? 'touches nothing'
        : at.input === undefined
          ? `looks at position ${at.position}, behind input ${at.inputs}`
          : `makes input ${at.input}`;
    place ??= { entry: entry.n, message: `${inputSource(entry).what} ${was}; now it ${is}.` };
  }

  function onAnswer({ entry, answer }: RecordedAct, response: HttpResponse | undefined): void {
    compared.exchanges += 1;
    response?.stream?.(AbortSignal.abort());
    if (response === undefined || answer === undefined) return; // it is not in the file
    if (answer.status === 503) return; // that was a matter of the moment
    const { status, headers, stream } = response;
    const actual = {
      status,
      ...redactor.answer({ status, headers, ...responseContent(response) }, []),
      ...(stream === undefined ? {} : { stream: true as const }),
    };
    const difference = answerDifference(answer, actual);
    if (difference === undefined) {
      compared.answers += 1;
      compared.headers += Object.keys(answer.headers).length;
      return;
    }
    const { n, kind, at } = entry;
    exchange ??= { entry: n, kind, what: inputSource(entry).what, atMs: at, ...difference };
  }

  function onFrame(conn: number, frame: Frame): void {
    const index = heard.get(conn) ?? 0;
    heard.set(conn, index + 1);
    const expected = plan.sentFrames.get(conn)?.[index];
    const actual =
      frame.kind === 'text' ? { text: redactor.frame(frame.text, []) } : frameContent(frame);
    const difference = contentDifference(expected ?? {}, actual, 'frame');
    if (difference === undefined) compared.frames += 1;
    else exchange ??= frameDifference(conn, index, expected, difference);
  }

  function frameDifference(
    conn: number,
    index: number,
    expected: EntryOf<'ws.out'> | undefined,
    difference: ReplayedField,
  ): ExchangeDifference {
    const what = `frame ${index + 1} to connection ${conn}, ${plan.connectionUrls.get(conn) ?? ''}`;
    const entry = expected?.n;
    return { entry, kind: 'ws.out', what, atMs: expected?.at ?? world.nowMs(), ...difference };
  }

  /** What clients were to be sent, and were not. */
  function compareSilences(): void {
    for (const [conn, frames] of plan.sentFrames) {
      const index = heard.get(conn) ?? 0;
      const missing = frames[index];
      if (missing === undefined) continue;
      const { text, base64 } = missing;
      const difference = { path: 'frame', expected: text ?? base64, actual: undefined };
      exchange ??= frameDifference(conn, index, missing, difference);
    }
  }

  function onClose(entry: EntryOf<'ws.close'>, code: number | undefined): void {
    const { n, kind, at, by, code: expected } = entry;
    if (by === 'client' || code === expected) return;
    const what = `the end of connection ${entry.conn}, ${plan.connectionUrls.get(entry.conn) ?? ''}`;
    exchange ??= { entry: n, kind, what, atMs: at, path: 'code', expected, actual: code };
  }

  /** Of the last input of a recording that was cut, events may be missing. */
  function isCutOff({ expected, input }: EventMismatch, ending: Ending): boolean {
    const isLast = (input?.n ?? 0) >= plan.lastInput;
    return ending.kind === 'cut' && expected === undefined && isLast;
  }

  async function eventDifferenceOf({
    expected,
    actual,
    input,
  }: EventMismatch): Promise<EventDifference> {
    const difference = eventDifference(expected, actual);
    const isOther = difference.path === 'type' || difference.path === 'stream';
    const actualCauses = actual === undefined ? [] : await causesFrom(actual, input);
    return {
      entry: expected?.n,
      position: (actual ?? expected)?.position ?? position + 1,
      atMs: expected?.at ?? actual?.atMs ?? world.nowMs(),
      stream: expected?.stream ?? actual?.stream ?? '',
      type: expected?.type ?? actual?.event.type ?? '',
      ...difference,
      causes: expected === undefined ? actualCauses : await causesOfRecorded(expected),
      ...(isOther && actual !== undefined
        ? {
            instead: {
              atMs: actual.atMs,
              stream: actual.stream,
              type: actual.event.type,
              causes: actualCauses,
            },
          }
        : {}),
    };
  }

  /** Up to where the histories part they are the same, so that what is recorded has its causes in the replay too. */
  async function causesOfRecorded(event: EntryOf<'event'>): Promise<readonly RecordedCause[]> {
    if (event.cause !== undefined) return causesFrom(event, lastInput);
    const input = plan.causingInputs[event.position - base.position - 1];
    return input === undefined ? [] : makerOfInput(input);
  }

  async function causesFrom(
    event: EntryOf<'event'> | Envelope,
    input: Input | undefined,
  ): Promise<readonly RecordedCause[]> {
    if (input === undefined) return [];
    const source = { store: engine.store, record: world.record };
    return (await causesOf(source, event, input, starts)).flatMap(recordedCause);
  }

  function recordedCause(cause: Cause): readonly RecordedCause[] {
    if (!('input' in cause)) return [cause];
    return makerOfInput(cause.input.n);
  }

  function makerOfInput(input: number): readonly RecordedCause[] {
    if (input <= begun.length) return [{ input, maker: fixtureSource }];
    const maker = plan.inputSources.get(input);
    return maker === undefined ? [] : [{ input, maker: inputSource(maker) }];
  }

  return {
    expectInput: (entry) => {
      if (entry.input === starts.length + 1) return true;
      place ??= {
        entry: entry.n,
        message: `Input ${entry.input} is to come, but the replay has made ${starts.length} so far.`,
      };
      return false;
    },
    expectInstant: (entry, atMs) => {
      if (lastInput === undefined || atMs >= lastInput.atMs) return true;
      const [told, now] = [atMs, lastInput.atMs].map((at) =>
        virtualOffset(at - world.record.epochMs),
      );
      place ??= {
        entry,
        message: `Time is at ${now} now, behind input ${lastInput.n}; recorded is ${told}.`,
      };
      return false;
    },
    onTouch,
    onAnswer,
    onFrame,
    onClose,
    hasDiverged: () => exchange !== undefined || place !== undefined,
    async result(ending) {
      const isComplete = exchange === undefined && place === undefined;
      if (isComplete && ending.kind === 'whole') compareSilences();
      const missing = plan.events[position - base.position];
      const origin = plan.causingInputs[position - base.position] ?? 0;
      const isToCome = origin > starts.length; // it is of an input that the replay has not come to
      if (missing !== undefined && !isToCome) {
        parting ??= { expected: missing, actual: undefined, input: lastInput };
      }
      if (parting !== undefined && isCutOff(parting, ending)) parting = undefined;
      const event = parting === undefined ? undefined : await eventDifferenceOf(parting);
      const isWhole = ending.kind === 'whole' && exchange === undefined && event === undefined;
      if (isWhole && ending.end.digest !== digest) {
        place ??= {
          entry: undefined,
          message: `The digest is ${digest} now; it was ${ending.end.digest}.`,
        };
      }
      const isEqual = exchange === undefined && event === undefined && place === undefined;
      if (isEqual) return { digest, compared };
      const divergence = {
        ...(exchange === undefined ? {} : { exchange }),
        ...(event === undefined ? {} : { event }),
        ...(place === undefined ? {} : { place }),
      };
      return { digest, compared, divergence };
    },
  };
}
