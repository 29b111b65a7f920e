// What a session with a real service has shown, and the part of a fixture that a service writes from it.

export type JsonObject = Readonly<Record<string, unknown>>;

/** A request that was answered as a whole. */
export interface ShownExchange {
  /** The number of its entry in the recording. */
  readonly n: number;
  readonly method: string;
  /** Without the name of a world. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The JSON or the form that was sent; undefined for anything else. */
  readonly sent: unknown;
  readonly status: number;
  /** The JSON of the answer; undefined for anything else. */
  readonly answer: unknown;
}

/** A socket with its text frames that are JSON. */
export interface ShownSocket {
  readonly n: number;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly frames: readonly {
    readonly n: number;
    readonly by: 'client' | 'server';
    readonly value: unknown;
  }[];
}

/** A webhook that the service has sent, with the JSON of its body. */
export interface ShownWebhook {
  readonly n: number;
  readonly sent: unknown;
}

/** What passed between clients and one service, in order. */
export interface ShownSession {
  readonly exchanges: readonly ShownExchange[];
  readonly sockets: readonly ShownSocket[];
  readonly webhooks: readonly ShownWebhook[];
  /** The instant at which the worlds of the fixture begin. */
  readonly epochMs: number;
  /** Whether a value has a text that the recording redacted: then it must not be in the fixture. */
  readonly isRedacted: (value: unknown) => boolean;
}

/** A sentence about a member of a section, or about the section if the path is empty. */
export interface SectionComment {
  readonly path: readonly (string | number)[];
  readonly text: string;
}

/** An id of the real service: worlds choose other ones. */
export interface ShownId {
  /** The kind of record: `wallet`. */
  readonly kind: string;
  readonly id: string;
  /** The number of the entry that first showed it. */
  readonly n: number;
  /** The number of its record among those of its kind in a world of the fixture, from 0; undefined if it is not in there. */
  readonly ordinal?: number;
}

/** A service's part of a fixture. */
export interface ShownContent {
  readonly section: JsonObject;
  /** Settings of the world. */
  readonly config: JsonObject;
  readonly comments: readonly SectionComment[];
  readonly ids: readonly ShownId[];
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects of a list; none if it is no list. */
export function objectsIn(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
