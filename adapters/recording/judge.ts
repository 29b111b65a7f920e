// Holds what a replay does against what was recorded, while it does it: counts what is equal, and keeps the first differences.

import {
  causesOf,
  type Cause,
  type Engine,
  type Envelope,
  type Input,
  type JournalEntry,
  type Place,
  type World,
} from '../../core/index.ts';
import type { HttpResponse } from '../http/table.ts';
import { answerDifference, eventDifference, eventText, type Compared } from './comparison.ts';
import {
  makerOf,
  type Divergence,
  type EventDifference,
  type ExchangeDifference,
  type PlaceDifference,
  type RecordedCause,
} from './divergence.ts';
import type { EntryOf, Header, Touch } from './format.ts';
import type { Plan, RecordedExchange } from './plan.ts';
import type { Ending } from './reader.ts';
import { createRedactor } from './redaction.ts';

export interface Judge {
  /** Whether an input of the recording is the next one; it cannot be taken otherwise. */
  readonly expects: (entry: EntryOf<'input'>) => boolean;
  /** Where an exchange touched the world, and where it had. */
  readonly touched: (exchange: RecordedExchange, touch: Touch, place: Place | undefined) => void;
  readonly answered: (exchange: RecordedExchange, response: HttpResponse) => void;
  /** Whether the first difference is known so well that there is nothing to go on for. */
  readonly isDecided: () => boolean;
  readonly verdict: (ending: Ending) => Promise<Verdict>;
}

export interface Verdict {
  readonly digest: string;
  readonly compared: Compared;
  readonly divergence?: Divergence;
}

interface Parting {
  readonly expected: EntryOf<'event'> | undefined;
  readonly actual: Envelope | undefined;
  readonly input: Input | undefined;
}

/** Of a world without events. */
const emptyDigest = '0'.repeat(64);

export function createJudge(engine: Engine, world: World, header: Header, plan: Plan): Judge {
  const { base } = header;
  const redactor = createRedactor({ salt: header.redaction.salt, isReplay: true });
  const compared = { inputs: 0, exchanges: 0, answers: 0, headers: 0, events: 0, frames: 0 };
  /** The position in front of each input. */
  const starts: number[] = [];
  let position = 0;
  let digest = emptyDigest;
  let lastInput: Input | undefined;
  let parting: Parting | undefined;
  let exchange: ExchangeDifference | undefined;
  let place: PlaceDifference | undefined;

  world.entries$.subscribe((entry) => {
    starts.push(position);
    lastInput = entry.input;
    position = entry.events.at(-1)?.position ?? position;
    ({ digest } = entry);
    if (entry.input.n > base.inputs) compareEvents(entry);
    else if (entry.input.n === base.inputs) compareBase();
    if (parting === undefined) compared.inputs += 1;
  });

  function compareBase(): void {
    if (digest === base.digest && position === base.position) return;
    place ??= {
      entry: base.inputs,
      message: `The ${base.inputs} inputs before the recording lead to position ${position} and digest ${digest} now; they led to ${base.position} and ${base.digest}.`,
    };
  }

  function compareEvents({ input, events }: JournalEntry): void {
    for (const actual of events) {
      if (parting !== undefined) return;
      const expected = plan.events[actual.position - base.position - 1];
      if (expected !== undefined && eventText(expected) === actual.text) compared.events += 1;
      else parting = { expected, actual, input };
    }
  }

  /** Of the last input of a recording that was cut, events may be missing. */
  function isCutOff({ expected, input }: Parting, ending: Ending): boolean {
    const isLast = (input?.n ?? 0) >= plan.makers.size;
    return ending.kind === 'cut' && expected === undefined && isLast;
  }

  function isAsRecorded(touch: Touch, { input, inputs, position: seen }: Place): boolean {
    if (touch.input !== undefined) return input === touch.input;
    return input === undefined && inputs === touch.after && seen === touch.position;
  }

  function touched({ request }: RecordedExchange, touch: Touch, at: Place | undefined): void {
    if (at === undefined ? touch.input === undefined : isAsRecorded(touch, at)) return;
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
    const { n, method, url } = request;
    place ??= { entry: n, message: `${method} ${url} ${was}; now it ${is}.` };
  }

  function answered({ request, answer }: RecordedExchange, response: HttpResponse): void {
    compared.exchanges += 1;
    if (answer === undefined || answer.status === 503) return; // not in the file, or of that moment
    const { status, headers, body, stream } = response;
    stream?.(AbortSignal.abort());
    const text = body === undefined ? {} : { text: body };
    const actual = {
      ...redactor.answer({ status, headers, ...text }, redactor.noSecrets),
      ...(stream === undefined ? {} : { stream: true as const }),
    };
    const difference = answerDifference(answer, actual);
    if (difference === undefined) {
      compared.answers += 1;
      compared.headers += Object.keys(answer.headers).length;
      return;
    }
    const { n, kind, method, url, at } = request;
    exchange ??= { entry: n, kind, method, url, atMs: at, ...difference };
  }

  async function eventDifferenceOf({ expected, actual, input }: Parting): Promise<EventDifference> {
    const known = actual ?? expected;
    const causes =
      known === undefined || input === undefined
        ? []
        : await causesOf({ store: engine.store, record: world.record }, known, input, starts);
    return {
      entry: expected?.n,
      position: known?.position ?? position + 1,
      stream: expected?.stream ?? actual?.stream ?? '',
      type: expected?.type ?? actual?.event.type ?? '',
      ...eventDifference(expected, actual),
      causes: causes.flatMap(recordedCause),
    };
  }

  function recordedCause(cause: Cause): readonly RecordedCause[] {
    if (!('input' in cause)) return [cause];
    const maker = plan.makers.get(cause.input.n);
    return maker === undefined ? [] : [{ input: cause.input.n, maker: makerOf(maker) }];
  }

  return {
    expects: (entry) => {
      if (entry.input === starts.length + 1) return true;
      place ??= {
        entry: entry.n,
        message: `Input ${entry.input} is to come, but the replay has made ${starts.length} so far.`,
      };
      return false;
    },
    touched,
    answered,
    isDecided: () => exchange !== undefined || place !== undefined,
    async verdict(ending) {
      const missing = plan.events[position - base.position];
      if (missing !== undefined && exchange === undefined && place === undefined) {
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
