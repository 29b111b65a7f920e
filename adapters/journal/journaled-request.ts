// The record of a request or socket in the request journal. Records are reused, and members that most requests lack are in a separate
// object: touching memory is most of the journal's cost.

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

/** Members that plain reads do not have. */
export interface RequestDetails {
  query?: URLSearchParams;
  methodOverride?: string | undefined;
  /** As Latin-1; absent for an empty or too long body. */
  body?: string;
  /** The name of the world that was asked for, if there is none. */
  worldName?: string;
  /** The body of an error response. */
  refusal?: string;
  socket?: JournaledSocket;
}

export interface JournaledSocket {
  /** Numbers of frames from the client and to it. */
  received: number;
  sent: number;
  closing?: { readonly code: number; readonly reason: string };
}

/** The recorded parts of a request. Of its headers, only those that redaction, routing and the name of the client need. */
export class JournaledRequest {
  n = 0;
  /** An estimate of the memory of this record. */
  bytes = 0;
  status: number | undefined;
  service: string | undefined;
  method = '';
  path = '';
  authorization: string | undefined;
  userAgent: string | undefined;
  /** The instant of the first task; of the response if there is none. */
  atMs: number | undefined;
  /** The position after the last task. */
  position: number | undefined;
  inputs = noInputs;
  details: RequestDetails | undefined;

  /** Resets the record for another request. */
  reset(n: number, arrived: ArrivedRequest): void {
    const { method, path, headers } = arrived.request;
    this.n = n;
    this.status = undefined;
    this.service = arrived.service;
    this.method = method;
    this.path = path;
    this.authorization = headers['authorization'];
    this.userAgent = headers['user-agent'];
    this.bytes = recordBytes + path.length + (this.userAgent?.length ?? 0);
    this.atMs = undefined;
    this.position = undefined;
    this.inputs = noInputs;
    this.details = isPlainRead(arrived) ? undefined : detailsOf(arrived);
    if (this.details !== undefined) this.bytes += bytesOf(this.details);
  }

  /** A copy that later changes of the record do not affect. */
  copy(): JournaledRequest {
    const copied = Object.assign(new JournaledRequest(), this);
    const { details } = this;
    if (details?.socket !== undefined)
      copied.details = { ...details, socket: { ...details.socket } };
    return copied;
  }

  /** Whether the response is pending, or the socket open. */
  get isPending(): boolean {
    return this.status === undefined || (this.status === 101 && this.#isOpenSocket);
  }

  get #isOpenSocket(): boolean {
    return this.details?.socket !== undefined && this.details.socket.closing === undefined;
  }
}

const noInputs: readonly number[] = [];

/** Estimates of memory: of a record with its texts, of its details, of a query parameter. */
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
    details.body = body.toString('latin1'); // a copy, since the body is a slice of a larger buffer
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
