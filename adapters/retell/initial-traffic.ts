// Finds the records that existed before a recorded session began, as far as it has shown them, as traffic from which a fixture is made.

import { atOnce } from '../../core/index.ts';
import { idsIn } from '../recording/diff/id-pairs.ts';
import { IdMarker } from '../recording/diff/numeric-ids.ts';
import { isRecord, parsed } from '../recording/format/json-values.ts';
import { services } from '../services/index.ts';
import { shownSession } from '../upstream/fixture/shown-sessions.ts';
import { isWrite } from '../upstream/play/request-content.ts';
import { pathOf } from '../upstream/relay/destination.ts';
import { bytesOf } from '../recording/format/recorded-content.ts';
import type { RecordedRequest, Traffic } from '../upstream/traffic.ts';

/** The members of records that have the instant of their creation. */
const creationNames = ['createDate', 'date_utc'] as const;

export interface InitialTraffic {
  readonly traffic: Traffic;
  /** When the session began, by the time of the services. */
  readonly startMs: number;
  /** The number in the recording of a request of this traffic. */
  readonly entryOf: (n: number) => number;
}

/** The first answers come last: what is shown first is what was there. Sockets stay, as they show what was heard. */
export function initialTraffic(traffic: Traffic): InitialTraffic {
  const made = new MadeRecords(traffic);
  const before = answersBefore(traffic);
  const entryOf = (n: number) => traffic.entryCount + 1 - n;
  const requests = traffic.requests
    .flatMap((request) => {
      const { outcome } = request;
      if (isWrite(request) || outcome === undefined || !('status' in outcome)) return [];
      const kept = made.without(request, before.get(request.n) ?? jsonOf(request));
      if (kept === undefined) return [];
      const text = JSON.stringify(kept);
      const n = entryOf(request.n);
      return [{ ...request, n, outcome: { ...outcome, parts: [{ atMs: outcome.atMs, text }] } }];
    })
    .reverse();
  return { traffic: { ...traffic, requests, webhooks: [] }, startMs: made.startMs, entryOf };
}

/** The answers without what the session had changed by then. */
function answersBefore(traffic: Traffic): ReadonlyMap<number, unknown> {
  const answers = new Map<number, unknown>();
  for (const { fixture, paths } of services) {
    if (fixture.answersBefore === undefined) continue;
    const session = atOnce(shownSession(traffic, { paths }, { before: Infinity, epochMs: 0 }));
    for (const [n, answer] of atOnce(fixture.answersBefore(session))) answers.set(n, answer);
  }
  return answers;
}

/** The records that the session itself has made. */
class MadeRecords {
  readonly startMs: number;
  readonly #ids = new Set<string>();

  constructor({ requests, sockets }: Traffic) {
    const known = new Set<string>();
    const firstMs = Math.min(...[...requests, ...sockets].map(({ atMs }) => atMs));
    let startMs: number | undefined;
    for (const request of requests) {
      const shown = marked(request, jsonOf(request));
      const ids = idsIn(JSON.stringify(shown) ?? '');
      if (isWrite(request)) {
        for (const id of idsSentBy(request)) known.add(id); // it is there before
        for (const id of ids) if (!known.has(id)) this.#ids.add(id);
        const madeMs = earliestIn(shown, known);
        if (madeMs !== undefined) startMs ??= madeMs - (request.atMs - firstMs);
      }
      for (const id of ids) known.add(id);
    }
    this.startMs = startMs ?? firstMs;
  }

  /** An answer without these records; undefined if it is one. */
  without(request: RecordedRequest, value: unknown): unknown {
    const kept = (one: unknown): unknown => {
      if (Array.isArray(one)) return one.filter((item) => !this.#isMade(request, item)).map(kept);
      if (!isRecord(one)) return one;
      return Object.fromEntries(Object.entries(one).map(([name, member]) => [name, kept(member)]));
    };
    const records = isRecord(value) && isRecord(value['data']) ? Object.values(value['data']) : [];
    const isOne = [value, ...records].some((record) => this.#isMade(request, record));
    return isOne ? undefined : kept(value);
  }

  #isMade(request: RecordedRequest, record: unknown): boolean {
    if (!isRecord(record)) return false;
    const { id } = marked(request, record) as { readonly id?: unknown };
    if (typeof id === 'string' && idsIn(id).some((one) => this.#ids.has(one))) return true;
    const madeMs = creationOf(record);
    return madeMs !== undefined && madeMs > this.startMs;
  }
}

function jsonOf({ outcome }: RecordedRequest): unknown {
  if (outcome === undefined || !('status' in outcome) || outcome.status >= 400) return undefined;
  return parsed(Buffer.concat(outcome.parts.map(bytesOf)).toString());
}

function marked({ service, url }: RecordedRequest, value: unknown): unknown {
  return new IdMarker(service, pathOf(url)).received(value);
}

/** The ids in a request: of what it changes, and of what it links to. */
function idsSentBy({ service, url, content }: RecordedRequest): readonly string[] {
  const marker = new IdMarker(service, pathOf(url));
  const body = content.text === undefined ? undefined : parsed(content.text);
  return idsIn(`${marker.sent(url)} ${JSON.stringify(marker.sent(body)) ?? ''}`);
}

/** The instant at which the first record in a value was made that was not known. */
function earliestIn(value: unknown, known: ReadonlySet<string>): number | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const isNew = isRecord(value) && !idsIn(String(value['id'])).some((id) => known.has(id));
  const own = isNew ? creationOf(value) : undefined;
  const all = [own, ...Object.values(value).map((one) => earliestIn(one, known))];
  const instants = all.filter((ms) => ms !== undefined);
  return instants.length === 0 ? undefined : Math.min(...instants);
}

function creationOf(record: Readonly<Record<string, unknown>>): number | undefined {
  for (const name of creationNames) {
    const text = record[name];
    if (typeof text !== 'string') continue;
    const ms = Date.parse(/[TZ]/.test(text) ? text : `${text.replace(' ', 'T')}Z`);
    if (!Number.isNaN(ms)) return ms;
  }
  return undefined;
}
