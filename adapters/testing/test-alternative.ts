// `world.whatIf`: executes the recording of a test world again with changes, and compares both ends.

import { z } from 'zod';
import type { EventType, Json } from '../../core/index.ts';
import { checkedOptions } from '../checked-options.ts';
import { duration } from '../protocol/duration.ts';
import { isPathPattern, pathMatcher, pathPatternRule } from '../protocol/path-pattern.ts';
import type { RecordingChange } from '../recording/edit/change.ts';
import { withIds } from '../recording/diff/id-pairs.ts';
import { withoutWorld } from '../recording/diff/volatile.ts';
import { textOf } from '../recording/differences/text.ts';
import { isRequest } from '../recording/format/entries.ts';
import { readChunks, type Recording } from '../recording/format/reader.ts';
import { alternativeOf, type Alternative, type RunEnd } from '../recording/whatif/alternative.ts';
import type { Consequence, ConsequenceGroup } from '../recording/whatif/consequences.ts';
import { consequenceReport } from '../recording/whatif/report.ts';
import { sameEndsText } from '../recording/whatif/same-ends.ts';
import { similarNames } from '../similar-names.ts';
import { RepriseError } from '../client/error.ts';
import { checkEventType } from './event-type.ts';
import type { EventDataOf } from './event-data.ts';

/** Which request of the client is changed: by method and path, where `*` is one segment, or by the number of its entry. */
export type ChangedRequest =
  | {
      /** Such as `POST /v1/w3s/developer/transactions/transfer`. */
      readonly request: string;
      /** Which of several, from 1. Needed if there are several. */
      readonly nth?: number;
    }
  /** As `reprise inspect` shows it. Also for frames. */
  | { readonly entry: number };

export type WorldChange =
  | (ChangedRequest &
      (
        | {
            /** Other values, by path: `{ 'body.feeLevel': 'HIGH' }`. */ readonly set: Readonly<
              Record<string, Json>
            >;
          }
        | { readonly drop: true }
        | {
            /** Later, such as `10m`, or earlier, such as `-10s`; or milliseconds. */ readonly move:
              string | number;
          }
        | {
            /** Such as `lose-answer`, or a fault with more members. */ readonly fault:
              string | { readonly kind: string };
          }
        | { /** One more request before it. */ readonly insert: InsertedRequest }
      ))
  | { /** One more request at the end. */ readonly insert: InsertedRequest }
  | { /** Other ids and chance. */ readonly seed: string };

export interface InsertedRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly body?: Json;
}

/** An event of one end. */
export interface EndedEvent<Type extends EventType> {
  readonly position: number;
  /** ISO-8601. */
  readonly at: string;
  readonly stream: string;
  readonly type: Type;
  readonly data: EventDataOf<Type>;
}

/** How a world ends. */
export interface WorldEnd {
  /** The events of this type. */
  readonly events: <Type extends EventType>(type: Type) => readonly EndedEvent<Type>[];
  /** The last state of an entity by its id in the world, such as `STUCK`; undefined if it is not there. */
  readonly stateOf: (id: string) => string | undefined;
  /** What a wallet holds, by the symbols of tokens; undefined if it is not there. */
  readonly balancesOf: (walletId: string) => Readonly<Record<string, string>> | undefined;
}

export interface WorldAlternative {
  /** Whether nothing differs. */
  readonly isEqual: boolean;
  readonly before: WorldEnd;
  readonly after: WorldEnd;
  readonly consequences: readonly Consequence[];
  /** The same by the events that they follow from. */
  readonly groups: readonly ConsequenceGroup[];
  /** What `reprise whatif` prints. */
  readonly report: string;
}

const at = {
  request: z.string().exactOptional(),
  nth: z.int().min(1).exactOptional(),
  entry: z.int().min(1).exactOptional(),
};
const changeSchema = z.union([
  z.strictObject({ ...at, set: z.record(z.string(), z.json()) }),
  z.strictObject({ ...at, drop: z.literal(true) }),
  z.strictObject({ ...at, move: z.union([z.string(), z.int()]) }),
  z.strictObject({ ...at, fault: z.union([z.string(), z.looseObject({ kind: z.string() })]) }),
  z.strictObject({
    ...at,
    insert: z.strictObject({ method: z.string(), url: z.string(), body: z.json().exactOptional() }),
  }),
  z.strictObject({ seed: z.string().min(1) }),
]);
type CheckedChange = z.infer<typeof changeSchema>;

/** Retells what went over the wire of a world, with changes. Rejects with OptionsError, RepriseError or EditError. */
export async function alternativeIn(
  world: { readonly name: string; readonly recording: () => Promise<string> },
  given: WorldChange | readonly WorldChange[],
): Promise<WorldAlternative> {
  const list = Array.isArray(given) ? (given as readonly WorldChange[]) : [given];
  const options = { changes: z.array(changeSchema) };
  const { changes } = checkedOptions(z.strictObject(options), { changes: list }, 'world.whatIf');
  const name = `the recording of '${world.name}'`;
  const recording = await readChunks(bytesOf(await world.recording()), name);
  const made = changes.flatMap((change) => madeChanges(recording, change));
  const writtenBy = recording.header.engine;
  return alternativeResult(
    await alternativeOf(name, recording, made, { writtenBy }),
    made.length > 0,
  );
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

function madeChanges(recording: Recording, change: CheckedChange): readonly RecordingChange[] {
  if ('seed' in change) return [{ kind: 'seed', seed: change.seed }];
  const isAnywhere = change.request === undefined && change.entry === undefined;
  if ('insert' in change) {
    const entry = isAnywhere ? recording.entries.length + 1 : entryOf(recording, change);
    return [{ kind: 'insert', entry, ...change.insert }];
  }
  const entry = entryOf(recording, change);
  if ('set' in change) {
    return Object.entries(change.set).map(([path, value]) => ({ kind: 'set', entry, path, value }));
  }
  if ('move' in change) return [{ kind: 'move', entry, byMs: moveMs(change.move) }];
  if ('drop' in change) return [{ kind: 'drop', entry }];
  const { fault } = change;
  const body = typeof fault === 'string' ? { kind: fault } : fault;
  return [
    { kind: 'fault', entry, fault: body as Extract<RecordingChange, { kind: 'fault' }>['fault'] },
  ];
}

function moveMs(move: string | number): number {
  if (typeof move === 'number') return move;
  const size = duration.safeParse(move.replace(/^[+-]/, ''));
  if (size.success) return move.startsWith('-') ? -size.data : size.data;
  throw invalid(`move must be a duration such as 10m or -10s, or milliseconds, not '${move}'`);
}

function entryOf(
  { entries }: Recording,
  { request, nth, entry }: { request?: string; nth?: number; entry?: number },
): number {
  if (entry !== undefined) return entry;
  const [, method, path = ''] = /^([A-Z]+) (\/\S*)$/.exec(request ?? '') ?? [];
  if (method === undefined || !isPathPattern(path)) {
    throw invalid(`request must be a method and ${pathPatternRule}, such as 'GET /v1/w3s/wallets'`);
  }
  const isMatch = pathMatcher(path);
  const requests = entries.flatMap((one) =>
    isRequest(one) ? [{ ...one, path: withoutWorld(one.url).replace(/\?.*$/s, '') }] : [],
  );
  const found = requests.filter((one) => one.method === method && isMatch(one.path));
  if (found.length === 0) {
    const sent = requests.map((one) => `${one.method} ${withIds(one.path, () => '*')}`);
    const similar = similarNames(`${method} ${path}`, [...new Set(sent)]);
    const hint = similar.length === 0 ? '' : `; similar ones are ${similar.join(' and ')}`;
    throw invalid(`there is no request ${method} ${path}${hint}`);
  }
  if (nth === undefined && found.length > 1) {
    throw invalid(`there are ${found.length} requests ${request}: nth says which`);
  }
  const chosen = found[(nth ?? 1) - 1];
  if (chosen !== undefined) return chosen.n;
  throw invalid(`nth must be from 1 to ${found.length}, as many as there are of ${request}`);
}

function invalid(problem: string): RepriseError {
  return new RepriseError('invalid-argument', `world.whatIf: ${problem}.`);
}

function alternativeResult(alternative: Alternative, hasChanges: boolean): WorldAlternative {
  const { before, after, changes, groups, digests, counterpartOf } = alternative;
  const isEqual = groups.length === 0 && digests[0] === digests[1];
  const epochMs = Date.parse(before.recording.header.epoch);
  const report =
    sameEndsText(alternative, hasChanges) ??
    textOf(consequenceReport(groups, { epochMs, changes })).join('\n');
  return {
    isEqual,
    before: endOf(before, (id) => id),
    after: endOf(after, counterpartOf),
    consequences: groups.flatMap(({ consequences }) => consequences),
    groups,
    report,
  };
}

function endOf({ recording, lives, holdings }: RunEnd, idOf: (id: string) => string): WorldEnd {
  return {
    events<Type extends EventType>(type: Type) {
      checkEventType(type);
      return recording.entries.flatMap((entry) => {
        if (entry.kind !== 'event' || entry.type !== type) return [];
        const { position, stream, data } = entry;
        const instant = new Date(entry.at).toISOString();
        return [
          { position, stream, type, at: instant, data: data as unknown as EventDataOf<Type> },
        ];
      });
    },
    stateOf(id) {
      const own = [...lives.paths].find(([stream]) => stream.endsWith(`/${idOf(id)}`));
      return own?.[1].points.at(-1)?.state;
    },
    balancesOf: (id) => holdings.find(({ stream }) => stream.endsWith(`/${idOf(id)}`))?.values,
  };
}
