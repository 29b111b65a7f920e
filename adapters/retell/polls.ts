// Finds the polls of a client: equal reads between two writes, with the state that ended the wait. Only the last one is sent again, until
// it has that state.

import { withIds } from '../recording/diff/id-pairs.ts';
import { HostTimes } from '../recording/diff/host-times.ts';
import { differingFields } from '../recording/differences/fields.ts';
import { isRecord, parsed } from '../recording/format/json-values.ts';
import { isWrite } from '../upstream/play/request-content.ts';
import { bytesOf } from '../recording/format/recorded-content.ts';
import type { RecordedRequest, Traffic } from '../upstream/traffic.ts';
import type { LiveAnswer } from './http-call.ts';

export interface Poll {
  /** For how long the client had read. */
  readonly ms: number;
  /** Whether an answer has the state of the last recorded one, and members that those before it had not. */
  readonly isReached: (answer: LiveAnswer) => boolean;
}

/** What becomes of each read: undefined for one that is repeated later, and so not sent. */
export type Polls = ReadonlyMap<RecordedRequest, Poll | undefined>;

/** Of a recording in which time passed by itself. Reads that are in no poll are not in the map. */
export function pollsIn({ requests }: Pick<Traffic, 'requests'>): Polls {
  const polls = new Map<RecordedRequest, Poll | undefined>();
  /** The equal reads since the last write, by service. */
  const reads = new Map<string, Map<string, RecordedRequest[]>>();
  const end = (service: string) => {
    for (const equal of reads.get(service)?.values() ?? []) {
      const last = equal.at(-1);
      if (equal.length < 2 || last === undefined) continue;
      for (const one of equal) polls.set(one, undefined);
      polls.set(last, pollOf(equal));
    }
    reads.delete(service);
  };
  for (const request of requests) {
    const { service, method, url } = request;
    if (isWrite(request)) {
      end(service);
      continue;
    }
    const known = reads.get(service) ?? new Map<string, RecordedRequest[]>();
    reads.set(service, known);
    const equal = known.get(`${method} ${url}`) ?? [];
    known.set(`${method} ${url}`, equal);
    equal.push(request);
  }
  for (const service of reads.keys()) end(service);
  return polls;
}

function pollOf(equal: readonly RecordedRequest[]): Poll {
  const [first, last] = [equal[0] as RecordedRequest, equal.at(-1) as RecordedRequest];
  const [before, after] = [answeredIn(first), answeredIn(last)];
  const changed = differingFields(before, after).map(({ path, right }) => ({ path, value: right }));
  return {
    ms: last.atMs - first.atMs,
    isReached(answer) {
      const live = { status: answer.status, body: comparable(answer.body.toString()) };
      return changed.every(({ path, value }) =>
        isLike(path, value, valueAt(live, path.split('.'))),
      );
    },
  };
}

/** The status, and words such as a state, are what they are; numbers, amounts and texts are others each time. */
function isLike(path: string, recorded: unknown, live: unknown): boolean {
  const isWord = typeof recorded === 'string' && /^[A-Za-z_-]+$/.test(recorded);
  return isWord || path === 'status'
    ? recorded === live
    : (recorded === undefined) === (live === undefined);
}

function answeredIn({ outcome }: RecordedRequest): unknown {
  if (outcome === undefined || !('status' in outcome)) return {};
  const text = Buffer.concat(outcome.parts.map(bytesOf)).toString();
  return { status: outcome.status, body: comparable(text) };
}

/** Without what differs each time. */
function comparable(text: string): unknown {
  const value = new HostTimes(0).withoutDates(parsed(text) ?? text);
  return mapped(value);
}

function mapped(value: unknown): unknown {
  if (typeof value === 'string') return withIds(value, () => ':id');
  if (Array.isArray(value)) return value.map(mapped);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapped(one)]));
}

function valueAt(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  return valueAt((value as Readonly<Record<string, unknown>>)[name], rest);
}
