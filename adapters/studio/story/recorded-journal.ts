// The journal of a recording that this version replays differently: the events of the file, with the inputs of the replay where it has
// them at the same instant. The digests are computed.

import {
  canonicalWithout,
  digestAfter,
  emptyDigest,
  parseEnvelope,
  WorldPast,
  type Envelope,
  type Input,
  type JournalEntry,
  type WorldRecord,
} from '../../../core/index.ts';
import { nextLoopTurn } from '../../host-timers.ts';
import { nodeHash } from '../../node-hash.ts';
import { parseInput, type Entry, type EntryOf } from '../../recording/format/entries.ts';
import type { Recording } from '../../recording/format/reader.ts';
import { messageOf } from '../../wording.ts';

export interface RecordedJournal {
  readonly journal: readonly JournalEntry[];
  /** Why the rest of the file is not in it. */
  readonly problem?: string;
}

/** `replayed`: the journal of the replay, with the inputs before the recording began. */
export async function recordedJournal(
  { header, entries }: Recording,
  record: WorldRecord,
  replayed: readonly JournalEntry[],
): Promise<RecordedJournal> {
  const { base } = header;
  const before = replayed.slice(0, base.inputs);
  if ((before.at(-1)?.digest ?? emptyDigest) !== base.digest || before.length < base.inputs) {
    const problem = 'This Reprise leads to another world already before the recording began.';
    return { journal: [], problem };
  }
  const recorded = [...before, ...entriesAfter(entries, base, replayed)];
  const past = new WorldPast({ record, hash: nodeHash, yieldToLoop: nextLoopTurn });
  try {
    await past.extend(recorded);
    return { journal: past.entries };
  } catch (error) {
    return { journal: past.entries, problem: messageOf(error) };
  }
}

/** An input as far as the file has it. */
interface RecordedInput {
  readonly entry: Entry;
  readonly events: Envelope[];
}

function entriesAfter(
  entries: readonly Entry[],
  base: Recording['header']['base'],
  replayed: readonly JournalEntry[],
): readonly JournalEntry[] {
  const inputs = new Map<number, RecordedInput>();
  let last: RecordedInput | undefined;
  let n = base.inputs;
  for (const entry of entries) {
    if ('input' in entry && entry.input !== undefined) {
      n = entry.input;
      last = { entry, events: [] };
      inputs.set(n, last);
    }
    if (entry.kind === 'event') last?.events.push(envelopeOf(entry, replayed[n - 1]));
  }
  const journal: JournalEntry[] = [];
  let { digest } = base;
  let atMs = replayed[base.inputs - 1]?.input.atMs ?? 0;
  for (let next = base.inputs + 1; ; next += 1) {
    const recorded = inputs.get(next);
    if (recorded === undefined) return journal;
    const { entry, events } = recorded;
    const times = {
      fromMs: Math.max(atMs, entry.at, events.at(-1)?.atMs ?? 0),
      toMs: inputs.get(next + 1)?.entry.at ?? Infinity,
    };
    const input = inputOf(entry, next, times, replayed[next - 1]?.input);
    ({ atMs } = input);
    digest = digestAfter(nodeHash, digest, events);
    journal.push({ input, events, digest });
  }
}

/** The instants that an input may have: one that moves time is later than the request that brought it. */
interface Times {
  readonly fromMs: number;
  readonly toMs: number;
}

/** An act has no input of its own in the file: it is that of the replay, if that fits, or the passing of time. */
function inputOf(
  entry: Entry,
  n: number,
  { fromMs, toMs }: Times,
  replayed: Input | undefined,
): Input {
  const isInput = entry.kind === 'input' || entry.kind === 'webhook.outcome';
  const own = isInput ? parseInput(entry) : undefined;
  if (own !== undefined) return own;
  const isFitting = replayed !== undefined && replayed.atMs >= fromMs && replayed.atMs <= toMs;
  return isFitting ? replayed : { kind: 'time', n, atMs: fromMs };
}

/** With what the replay has beside the event, if it is the same one. */
function envelopeOf(entry: EntryOf<'event'>, replayed: JournalEntry | undefined): Envelope {
  const text = canonicalWithout(entry, ['h', 'kind', 'n']);
  const same = replayed?.events.find(({ position }) => position === entry.position);
  const aside = same?.text === text ? same.event.aside : undefined;
  return parseEnvelope(text, aside) as Envelope;
}
