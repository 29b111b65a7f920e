// Compares the messages that clients and webhook endpoints receive in a replay with the recorded ones: answers, frames, closes, webhooks.

import type { Envelope, Event, World } from '../../../core/index.ts';
import type { Frame } from '../../protocol/channel.ts';
import type { HttpResponse } from '../../protocol/messages.ts';
import type { EntryOf } from '../format/entries.ts';
import type { Ending } from '../format/reader.ts';
import { frameContent, responseContent, webhookEntry } from '../format/to-entry.ts';
import type { Redactor } from '../redaction/redactor.ts';
import { answerDifference, contentDifference } from './comparison.ts';
import { webhookServiceDefault } from '../../services/webhooks.ts';
import { inputSource, type DivergentField, type ExchangeDifference } from './divergence.ts';
import type { IdPlace, LearnedIds } from './learned-ids.ts';
import type { RecordedAct, ReplayPlan } from './plan.ts';

export interface ExchangeComparatorOptions {
  readonly world: World;
  readonly plan: ReplayPlan;
  readonly redactor: Redactor;
  readonly ending: Ending;
  /** The instant that the replay has reached. */
  readonly nowMs: () => number;
  /** Learns the ids of the replay. */
  readonly ids: LearnedIds | undefined;
}

/** An exchange that differs, with what helps to find the reason. */
export interface FoundExchange {
  readonly difference: ExchangeDifference;
  readonly service: string;
  /** The ids that it names, of entities and others. */
  readonly ids: readonly string[];
  /** The instant of the replay at which it was found. */
  readonly seenMs: number;
  /** The entry of the answer, frame, close or webhook; beyond all if the recording has none. It shows events of earlier ones. */
  readonly seenEntry: number;
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

export class ExchangeComparator {
  /** How many were equal. */
  readonly counts = { exchanges: 0, answers: 0, headers: 0, frames: 0, webhooks: 0 };
  readonly found: FoundExchange[] = [];
  readonly #world: World;
  readonly #plan: ReplayPlan;
  readonly #redactor: Redactor;
  readonly #isCut: boolean;
  readonly #nowMs: () => number;
  readonly #ids: LearnedIds | undefined;
  /** How many frames each connection has sent. */
  readonly #frameCounts = new Map<number, number>();

  constructor({ world, plan, redactor, ending, nowMs, ids }: ExchangeComparatorOptions) {
    this.#world = world;
    this.#plan = plan;
    this.#redactor = redactor;
    this.#isCut = ending.kind === 'cut';
    this.#nowMs = nowMs;
    this.#ids = ids;
  }

  /** The first difference. */
  get difference(): ExchangeDifference | undefined {
    return this.found[0]?.difference;
  }

  compareAnswer({ entry, answer }: RecordedAct, response: HttpResponse | undefined): void {
    this.counts.exchanges += 1;
    response?.stream?.(AbortSignal.abort());
    if (response === undefined || answer === undefined) return;
    const isByFault = entry.facts?.['faults'] !== undefined;
    if (answer.status === 503 && !isByFault) return; // transient: it depended on the load
    const { status, headers, stream, delivery } = response;
    const actual = {
      status,
      ...this.#redactor.answer({ status, headers, ...responseContent(response) }, []),
      ...(stream === undefined ? {} : { stream: true as const }),
      ...(delivery === undefined ? {} : { delivery }),
    };
    const difference = answerDifference(answer, actual);
    if (difference === undefined) {
      this.counts.answers += 1;
      this.counts.headers += Object.keys(answer.headers).length;
      this.#ids?.keep(answer.text, idPlaceOf(entry));
      return;
    }
    this.#ids?.learn(answer.text, actual.text, idPlaceOf(entry));
    const { n, kind, at } = entry;
    const { what } = inputSource(entry);
    const texts = [what, answer.text, actual.text];
    const found = { entry: n, kind, what, atMs: at, ...difference };
    this.#add(found, this.#serviceOf(entry), answer.n, texts);
  }

  compareFrame(conn: number, frame: Frame): void {
    const index = this.#frameCounts.get(conn) ?? 0;
    this.#frameCounts.set(conn, index + 1);
    const expected = this.#plan.sentFrames.get(conn)?.[index];
    // It was sent after the end, or would have been.
    if (expected === undefined && (this.#isCut || this.#plan.unsent.has(conn))) return;
    const actual =
      frame.kind === 'text' ? { text: this.#redactor.frame(frame.text, []) } : frameContent(frame);
    const difference = contentDifference(expected ?? {}, actual, 'frame');
    if (difference === undefined) this.counts.frames += 1;
    else this.#addFrame(conn, index, expected, difference);
  }

  /** Whether a connection has sent fewer frames than are recorded. */
  isFrameDue(conn: number): boolean {
    const recorded = this.#plan.sentFrames.get(conn)?.length ?? 0;
    return (this.#frameCounts.get(conn) ?? 0) < recorded;
  }

  /** Finds recorded frames that were not sent. */
  compareMissingFrames(): void {
    for (const [conn, frames] of this.#plan.sentFrames) {
      const index = this.#frameCounts.get(conn) ?? 0;
      const missing = frames[index];
      if (missing === undefined) continue;
      const { text, base64 } = missing;
      const difference = { path: 'frame', expected: text ?? base64, actual: undefined };
      this.#addFrame(conn, index, missing, difference);
    }
  }

  #addFrame(
    conn: number,
    index: number,
    expected: EntryOf<'ws.out'> | undefined,
    difference: DivergentField,
  ): void {
    const what = `frame ${index + 1} to connection ${conn}, ${this.#urlOf(conn)}`;
    const atMs = expected?.at ?? this.#world.nowMs();
    const found = { entry: expected?.n, kind: 'ws.out' as const, what, atMs, ...difference };
    const service = this.#plan.connections.get(conn)?.service ?? '';
    this.#add(found, service, expected?.n, [expected?.text]);
  }

  /** `code` is the one with which the session closed the connection, if it did. */
  compareClose(entry: EntryOf<'ws.close'>, code: number | undefined): void {
    const { n, kind, at, by, conn, code: expected } = entry;
    if (by === 'client' || code === expected) return;
    const what = `the end of connection ${conn}, ${this.#urlOf(conn)}`;
    const found = { entry: n, kind, what, atMs: at, path: 'code', expected, actual: code };
    this.#add(found, this.#serviceOf(entry), n);
  }

  /** Compares the webhook that an event would send. A replay sends none. */
  compareWebhook(envelope: Envelope<Event>): void {
    const actual = webhookEntry(envelope, this.#world.record);
    const expected = this.#plan.webhooks.get(envelope.position);
    if (actual === undefined || expected === undefined) return; // then the events differ, too
    const { headers, text } = actual;
    const url = this.#redactor.endpoint(actual.url);
    const difference =
      expected.url === url
        ? answerDifference({ status: 0, ...expected }, { status: 0, headers, text })
        : { path: 'url', expected: expected.url, actual: url };
    if (difference === undefined) {
      this.counts.webhooks += 1;
      return;
    }
    const { n: entry, kind, at: atMs, attempt } = expected;
    const what = `webhook ${attempt} to ${expected.url}`;
    const service = expected.service ?? webhookServiceDefault;
    this.#add({ entry, kind, what, atMs, ...difference }, service, entry, [text]);
  }

  #add(
    difference: ExchangeDifference,
    service: string,
    seenEntry = Number.MAX_SAFE_INTEGER,
    texts: readonly (string | undefined)[] = [],
  ): void {
    const ids = texts.flatMap((text) => text?.match(uuid) ?? []);
    this.found.push({ difference, service, ids, seenMs: this.#nowMs(), seenEntry });
  }

  #serviceOf(entry: RecordedAct['entry']): string {
    if ('service' in entry) return entry.service;
    return this.#plan.connections.get(entry.conn)?.service ?? '';
  }

  #urlOf(conn: number): string {
    return this.#plan.connections.get(conn)?.url ?? '';
  }
}

function idPlaceOf(entry: RecordedAct['entry']): IdPlace | undefined {
  return 'url' in entry ? { service: entry.service, url: entry.url } : undefined;
}
