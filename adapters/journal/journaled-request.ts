// The record of a request or socket in the request journal. It is reused for a later request, and what a plain read lacks is
// apart: the memory that it touches is most of what the journal costs.

import { journaledBodyBytesMax } from '../protocol/limits.ts';
import type { HttpRequest } from '../protocol/messages.ts';

/** A request that has just arrived. */
export interface ArrivedRequest {
  readonly request: HttpRequest;
  /** Undefined if none owns the path. */
  readonly service: string | undefined;
  readonly isInWorld: boolean;
  readonly isUpgrade: boolean;
}

/** What only some requests have. */
export interface RequestDetails {
  query?: URLSearchParams;
  methodOverride?: string | undefined;
  /** One character for each byte; absent if there is none, or it is too long. */
  body?: string;
  /** If there is no world with the name. */
  worldName?: string;
  /** The body of an answer with an error. */
  refusal?: string;
  socket?: JournaledSocket;
}

export interface JournaledSocket {
  /** Frames from the client, and to it. */
  received: number;
  sent: number;
  closing?: { readonly code: number; readonly reason: string };
}

/** The parts of a request that are kept: no headers but those that its redaction and its route need. */
export class JournaledRequest {
  n = 0;
  /** Of this record, roughly. */
  bytes = 0;
  status: number | undefined;
  service: string | undefined;
  method = '';
  path = '';
  authorization: string | undefined;
  /** The instant of its first task, else of its answer. */
  atMs: number | undefined;
  /** The position after its last task. */
  position: number | undefined;
  inputs = noInputs;
  details: RequestDetails | undefined;

  /** Becomes the record of another request. */
  begin(n: number, arrived: ArrivedRequest): void {
    const { method, path, headers } = arrived.request;
    this.n = n;
    this.bytes = recordBytes + path.length;
    this.status = undefined;
    this.service = arrived.service;
    this.method = method;
    this.path = path;
    this.authorization = headers['authorization'];
    this.atMs = undefined;
    this.position = undefined;
    this.inputs = noInputs;
    this.details = isPlainRead(arrived) ? undefined : detailsOf(arrived);
    if (this.details !== undefined) this.bytes += bytesOf(this.details);
  }

  /** The request as it is now. */
  copy(): JournaledRequest {
    const copied = Object.assign(new JournaledRequest(), this);
    const { details } = this;
    if (details?.socket !== undefined)
      copied.details = { ...details, socket: { ...details.socket } };
    return copied;
  }

  /** Whether it waits for its answer, or is an open socket. */
  get isUnderWay(): boolean {
    return this.status === undefined || (this.status === 101 && this.#isOpenSocket);
  }

  get #isOpenSocket(): boolean {
    return this.details?.socket !== undefined && this.details.socket.closing === undefined;
  }
}

const noInputs: readonly number[] = [];

/** The memory of a record and its texts, of its details, and of a parameter of its query. */
const recordBytes = 400;
const detailsBytes = 300;
const parameterBytes = 100;

function isPlainRead({ request, isInWorld, isUpgrade }: ArrivedRequest): boolean {
  const { method, query, body } = request;
  return method === 'GET' && isInWorld && !isUpgrade && query.size === 0 && body.length === 0;
}

function detailsOf({ request, isInWorld, isUpgrade }: ArrivedRequest): RequestDetails {
  const { method, query, headers, body, worldName } = request;
  const details: RequestDetails = {};
  if (query.size > 0) details.query = query;
  if (method === 'POST') details.methodOverride = headers['x-http-method-override'];
  if (body.length > 0 && body.length <= journaledBodyBytesMax) {
    details.body = body.toString('latin1'); // a copy: the body is a part of a larger buffer
  }
  if (!isInWorld) details.worldName = worldName;
  if (isUpgrade) details.socket = { received: 0, sent: 0 };
  return details;
}

function bytesOf({ query, body = '', worldName = '' }: RequestDetails): number {
  let bytes = detailsBytes + body.length + worldName.length;
  for (const [name, value] of query ?? []) bytes += parameterBytes + name.length + value.length;
  return bytes;
}
