// Sends the operations of the control plane, and reads their answers.

import { operations, type Operations } from './control-types.ts';
import { RepriseError } from './error.ts';

export type OperationName = keyof Operations;

/** The path, query and body of an operation. */
export type OperationInput<Name extends OperationName> = Omit<Operations[Name], 'answer'>;

export type Answer<Name extends OperationName> = Operations[Name]['answer'];

/** Sends an operation. Rejects with RepriseError. */
export type Send = <Name extends OperationName>(
  name: Name,
  input: OperationInput<Name>,
) => Promise<Answer<Name>>;

/** Opens an operation as a stream of server-sent events, after the event with this id. Rejects with RepriseError. */
export type OpenStream = <Name extends OperationName>(
  name: Name,
  input: OperationInput<Name>,
  lastId: string | undefined,
  ended: AbortSignal,
) => Promise<Response>;

/** As the global fetch. One that rejects with RepriseError says itself why no answer came. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** Opens an operation that answers with a file. Rejects with RepriseError. */
export type OpenFile = <Name extends OperationName>(
  name: Name,
  input: OperationInput<Name>,
) => Promise<ReadableStream<Uint8Array>>;

/** Reads the bytes of an operation that answers with audio. Rejects with RepriseError. */
export type ReadBytes = <Name extends OperationName>(
  name: Name,
  input: OperationInput<Name>,
) => Promise<Uint8Array>;

export interface OperationSender {
  readonly send: Send;
  readonly openStream: OpenStream;
  readonly openFile: OpenFile;
  readonly readBytes: ReadBytes;
}

interface Streaming {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

interface AnyInput {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
}

/** `url`: of the server, without a slash at its end. */
export function createSender(url: string, token: string, fetch: Fetch): OperationSender {
  async function request(
    name: OperationName,
    { path = {}, query = {}, body }: AnyInput,
    { headers, signal }: Streaming = {},
  ): Promise<Response> {
    const [method, pattern] = operations[name];
    const target = `${url}/__reprise${filled(pattern, path)}${printed(query)}`;
    const sent = {
      method,
      ...(signal === undefined ? {} : { signal }),
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    const response = await fetch(target, sent).catch((error: unknown) => {
      if (error instanceof RepriseError) throw error;
      throw new RepriseError('unreachable', `No server answers at ${url}.`);
    });
    if (!response.ok) throw await refusalOf(response, url);
    return response;
  }

  return {
    async send(name, input) {
      const response = await request(name, input);
      return (await answerOf(response, url)) as never;
    },
    async openStream(name, input, lastId, signal) {
      const resuming = lastId === undefined ? {} : { 'Last-Event-ID': lastId };
      const headers = { Accept: eventStreamType, ...resuming };
      const response = await request(name, input, { headers, signal });
      if (mediaTypeOf(response) === eventStreamType) return response;
      await response.body?.cancel();
      throw foreign(url);
    },
    async openFile(name, input) {
      const response = await request(name, input);
      if (mediaTypeOf(response) === fileType) return response.body ?? new Blob([]).stream();
      await response.body?.cancel();
      throw foreign(url);
    },
    async readBytes(name, input) {
      const response = await request(name, input);
      const bytes = await bytesOf(response, url);
      if (mediaTypeOf(response) === audioType) return bytes;
      throw foreign(url);
    },
  };
}

/** The path with its parameters. Throws RepriseError for those that would change it. */
function filled(pattern: string, path: Readonly<Record<string, string>>): string {
  return pattern.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => {
    const value = path[name] ?? '';
    if (/^\.{0,2}$/.test(value)) {
      const place = name === 'w' ? 'the name of a world' : name;
      throw new RepriseError('invalid-argument', `'${value}' is not valid as ${place}.`);
    }
    return encodeURIComponent(value);
  });
}

function printed(query: NonNullable<AnyInput['query']>): string {
  const printedQuery = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) printedQuery.set(name, String(value));
  }
  return printedQuery.size === 0 ? '' : `?${printedQuery.toString()}`;
}

/** JSON, the text of a file or of metrics, or undefined without a body. */
async function answerOf(response: Response, url: string): Promise<unknown> {
  if (response.status === 204) return undefined;
  const text = await textOf(response, url);
  return textTypes.has(mediaTypeOf(response)) ? text : parsed(text, url);
}

async function refusalOf(response: Response, url: string): Promise<RepriseError> {
  const { status } = response;
  const { error } = parsed(await textOf(response, url), url) as {
    readonly error?: { readonly code?: unknown; readonly message?: unknown };
  };
  if (typeof error?.code !== 'string' || typeof error.message !== 'string') throw foreign(url);
  return new RepriseError(error.code, error.message, status);
}

async function textOf(response: Response, url: string): Promise<string> {
  try {
    return await response.text();
  } catch {
    throw brokenOff(response, url);
  }
}

async function bytesOf(response: Response, url: string): Promise<Uint8Array> {
  try {
    return new Uint8Array(await response.arrayBuffer());
  } catch {
    throw brokenOff(response, url);
  }
}

function brokenOff({ status }: Response, url: string): RepriseError {
  return new RepriseError('unreachable', `The answer of ${url} broke off.`, status);
}

/** Of recordings. */
const fileType = 'application/x-ndjson';
const audioType = 'audio/wav';
const eventStreamType = 'text/event-stream';

const textTypes = new Set([fileType, 'text/plain']);

const mediaTypeOf = ({ headers }: Response): string =>
  (headers.get('content-type') ?? '').split(';', 1)[0] ?? '';

function parsed(text: string, url: string): object {
  try {
    return Object(JSON.parse(text)) as object;
  } catch {
    throw foreign(url);
  }
}

function foreign(url: string): RepriseError {
  return new RepriseError('not-reprise', `The server at ${url} is not Reprise.`);
}
