// Reads the entries of a recording, of a world or of real services, as moments on the wire. It keeps the requests that wait for their
// answers, and nothing else.

import type { WireMoment, SentRequest } from '../../contracts/wire-moments.ts';
import type { Entry, EntryOf } from '../format/entries.ts';
import { parsed } from '../format/json-values.ts';
import type { ProxyEntry, ProxyEntryOf } from '../format/proxy-entries.ts';
import type { WireHeaders } from '../redaction/headers.ts';

type AnyEntry = Entry | ProxyEntry;
type AnyOf<Kind extends AnyEntry['kind']> = Extract<AnyEntry, { kind: Kind }>;

/** A moment in one of the worlds that a recording shows: of real services there is one, without a name. */
export interface PlacedMoment {
  readonly world: string;
  readonly moment: WireMoment;
}

/** The content of one body in parts that is read; a longer one has no JSON. */
const partsBytesMax = 64 * 1024 * 1024;

export class WireReader {
  readonly #isOfWorld: boolean;
  /** Requests without an answer, by their entries. */
  readonly #waiting = new Map<number, { readonly world: string; readonly request: SentRequest }>();
  /** Bodies in parts, by the entry that has them. */
  readonly #open = new Map<number, OpenBody>();
  readonly #worldOf = new Map<number, string>();

  /** `isOfWorld`: the recording is that of a world, and of nothing else. */
  constructor(isOfWorld: boolean) {
    this.#isOfWorld = isOfWorld;
  }

  /** What an entry completes; mostly one moment or none. */
  read(entry: AnyEntry): readonly PlacedMoment[] {
    switch (entry.kind) {
      case 'http.request':
        return this.#request(entry);
      case 'http.answer':
        return this.#answer(entry);
      case 'http.part':
        return this.#part(entry);
      case 'http.failure':
        return this.#failure(entry);
      case 'ws.open':
        return this.#socket(entry);
      case 'ws.in':
      case 'ws.out':
        return this.#frame(entry);
      case 'ws.close':
        return this.#close(entry);
      case 'webhook.attempt':
        return inside({ ...placeOf(entry), kind: 'webhook', sent: parsed(entry.text) });
      case 'webhook.request':
        return this.#webhook(entry);
      case 'webhook.outcome':
        return inside(outcomeOf(entry));
      case 'event': {
        const { type, stream, data } = entry;
        return inside({ ...placeOf(entry), kind: 'event', type, stream, data });
      }
      case 'clock':
      case 'control':
      case 'input':
        return inside({ ...placeOf(entry), kind: 'operator' });
      case 'touch':
        return [];
    }
  }

  #request(entry: AnyOf<'http.request'>): readonly PlacedMoment[] {
    const { method, url, headers } = entry;
    const world = this.#worldOfRequest(url, headers);
    const sentOf = (text: string | undefined): PlacedMoment => {
      const sent = isForm(headers) ? formIn(text) : parsed(text);
      const request: SentRequest = { ...placeOf(entry), method, ...splitUrl(url), headers, sent };
      this.#waiting.set(entry.n, { world, request });
      return { world, moment: { kind: 'request', ...request } };
    };
    if (!hasParts(entry)) return [sentOf(textIn(entry))];
    this.#open.set(entry.n, { pieces: [], bytes: 0, end: sentOf });
    return [];
  }

  #answer(entry: AnyOf<'http.answer'>): readonly PlacedMoment[] {
    const waiting = this.#waiting.get(entry.to);
    this.#waiting.delete(entry.to);
    // A fault of a world has kept the answer from the client.
    if (waiting === undefined || ('delivery' in entry && entry.delivery !== undefined)) return [];
    const { world, request } = waiting;
    const answerHeaders = lowerCased(entry.headers);
    const answered = (text: string | undefined): PlacedMoment => ({
      world,
      moment: {
        ...request,
        ...placeOf(entry),
        kind: 'exchange',
        since: request.n,
        sinceMs: request.atMs,
        status: entry.status,
        answerHeaders,
        answer: parsed(text),
      },
    });
    if (!hasParts(entry)) return [answered(textIn(entry))];
    this.#open.set(entry.n, { pieces: [], bytes: 0, end: answered });
    return [];
  }

  #part(entry: ProxyEntryOf<'http.part'>): readonly PlacedMoment[] {
    const body = this.#open.get(entry.to);
    if (body === undefined) return [];
    const piece = bytesIn(entry);
    body.bytes += piece.length;
    if (body.bytes <= partsBytesMax) body.pieces.push(piece);
    if (entry.last !== true) return [];
    this.#open.delete(entry.to);
    const isWhole = body.bytes <= partsBytesMax;
    return [body.end(isWhole ? Buffer.concat(body.pieces).toString() : undefined)];
  }

  #failure({ to }: ProxyEntryOf<'http.failure'>): readonly PlacedMoment[] {
    this.#waiting.delete(to);
    this.#open.delete(to);
    return [];
  }

  #socket(entry: AnyOf<'ws.open'>): readonly PlacedMoment[] {
    const { conn, url, headers } = entry;
    const world = this.#worldOfRequest(url, headers);
    this.#worldOf.set(conn, world);
    return [{ world, moment: { ...placeOf(entry), kind: 'socket', conn, ...splitUrl(url) } }];
  }

  #frame(entry: AnyOf<'ws.in' | 'ws.out'>): readonly PlacedMoment[] {
    const { conn, kind, text, base64 = '' } = entry;
    if ('control' in entry && entry.control !== undefined) return [];
    const by = kind === 'ws.in' ? 'client' : 'server';
    const content =
      text === undefined ? { bytes: Buffer.byteLength(base64, 'base64') } : { value: parsed(text) };
    return this.#ofConnection({ ...placeOf(entry), kind: 'frame', conn, by, content });
  }

  #close(entry: AnyOf<'ws.close'>): readonly PlacedMoment[] {
    const { conn, by, code } = entry;
    const moments = this.#ofConnection({ ...placeOf(entry), kind: 'close', conn, by, code });
    this.#worldOf.delete(conn);
    return moments;
  }

  /** None of a connection that was open before the recording: how it began is not known. */
  #ofConnection(moment: Extract<WireMoment, { readonly conn: number }>): readonly PlacedMoment[] {
    const world = this.#worldOf.get(moment.conn);
    return world === undefined ? [] : [{ world, moment }];
  }

  #worldOfRequest(url: string, headers: WireHeaders): string {
    return this.#isOfWorld ? '' : worldIn(url, headers);
  }

  #webhook(entry: ProxyEntryOf<'webhook.request'>): readonly PlacedMoment[] {
    const sent = (text: string | undefined): PlacedMoment => ({
      world: '',
      moment: { ...placeOf(entry), kind: 'webhook', sent: parsed(text) },
    });
    if (!hasParts(entry)) return [sent(textIn(entry))];
    this.#open.set(entry.n, { pieces: [], bytes: 0, end: sent });
    return [];
  }
}

interface OpenBody {
  readonly pieces: Buffer[];
  bytes: number;
  /** The moment with the whole text; undefined if it is too long. */
  readonly end: (text: string | undefined) => PlacedMoment;
}

/** What a world tells of itself; a recording is of one. */
function inside(moment: WireMoment): readonly PlacedMoment[] {
  return [{ world: '', moment }];
}

function outcomeOf(entry: EntryOf<'webhook.outcome'>): WireMoment {
  const { notificationId, outcome } = entry;
  const { kind, status = 0 } = outcome;
  const isDelivered = kind === 'answered' && status >= 200 && status < 300;
  return { ...placeOf(entry), kind: 'outcome', notificationId, isDelivered };
}

function placeOf({ n, at }: { readonly n: number; readonly at: number }) {
  return { n, atMs: at };
}

function hasParts(entry: object): boolean {
  return 'parts' in entry && entry.parts === true;
}

interface Content {
  readonly text?: string;
  readonly base64?: string;
}

function textIn({ text, base64 }: Content): string | undefined {
  return base64 === undefined ? text : Buffer.from(base64, 'base64').toString();
}

function bytesIn({ text = '', base64 }: Content): Buffer {
  return base64 === undefined ? Buffer.from(text) : Buffer.from(base64, 'base64');
}

/** The name of a world in a URL or a header, as clients of a Reprise behind a proxy send it; empty without one. */
function worldIn(url: string, headers: WireHeaders): string {
  const [, name = headers['x-reprise-world'] ?? ''] = /^\/w\/([^/?]+)(?=[/?]|$)/.exec(url) ?? [];
  return name;
}

function splitUrl(url: string): { readonly path: string; readonly query: URLSearchParams } {
  const bare = url.replace(/^\/w\/[^/?]+(?=[/?]|$)/, '');
  const start = bare.indexOf('?');
  if (start === -1) return { path: bare, query: new URLSearchParams() };
  return { path: bare.slice(0, start), query: new URLSearchParams(bare.slice(start + 1)) };
}

function isForm(headers: WireHeaders): boolean {
  return headers['content-type']?.includes('urlencoded') === true;
}

function formIn(text = ''): unknown {
  return Object.fromEntries(new URLSearchParams(text));
}

function lowerCased(headers: WireHeaders): WireHeaders {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}
