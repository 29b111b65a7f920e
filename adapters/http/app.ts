// Behind every host: finds the world and the service of a request and lets the service answer.

import { createHash } from 'node:crypto';
import { OverloadError, StoreError, uuidOf, type World } from '../../core/index.ts';
import { bodyBytesMax, urlCharsMax } from './limits.ts';
import type { HttpRequest, HttpResponse, Service } from './table.ts';
import { json } from './table.ts';

/** A request as a host hands it over. */
export interface RawRequest {
  readonly method: string;
  /** Path and query as they came. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  /** Scheme, host and mount path, without a trailing slash. */
  readonly origin: string;
}

export interface App {
  /** Whether a path (with its query, as it came) is one of the services'. */
  readonly owns: (url: string) => boolean;
  /** Answers whatever comes; never rejects. */
  readonly handle: (request: RawRequest) => Promise<HttpResponse>;
  /** The answer to a request that a host turned away, in the form of the service that it was for. */
  readonly refuse: (
    request: Omit<RawRequest, 'body'>,
    status: number,
    message: string,
  ) => HttpResponse;
}

export interface AppOptions {
  /** In the order in which they are asked whether a path is theirs. */
  readonly services: readonly Service[];
  /** Finds the world of a request, or makes it where worlds are made on demand. */
  readonly worldNamed: (name: string, request: HttpRequest) => Promise<World | undefined>;
  /** Told of each request to a world, for pacing. */
  readonly onRequest?: (world: World) => void;
}

/** Names of worlds: letters, digits, dot, dash, underscore; 64 characters at most. */
export const worldNamePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

const worldPrefix = /^\/w\/([^/?]*)(?=\/|$)/;

export const bodyTooLarge = `The body is larger than ${bodyBytesMax} bytes, the most that is taken.`;

export function createApp({ services, worldNamed, onRequest }: AppOptions): App {
  const serviceOf = ({ path }: HttpRequest) => services.find((candidate) => candidate.owns(path));

  function refuse(raw: Omit<RawRequest, 'body'>, status: number, message: string): HttpResponse {
    const request = requestOf({ ...raw, body: noBody });
    const service = serviceOf(request);
    if (service !== undefined) return service.refuse(request, status, message);
    return json(status, { code: status, message });
  }

  async function handle(raw: RawRequest): Promise<HttpResponse> {
    if (raw.url.length > urlCharsMax) {
      return refuse(raw, 414, `The URL is longer than ${urlCharsMax} characters.`);
    }
    const request = requestOf(raw);
    const service = serviceOf(request);
    if (service === undefined) return nothingHere(request, services);
    const isNamed = service.isInWorld && worldNamePattern.test(request.worldName);
    const world = isNamed ? await worldNamed(request.worldName, request) : undefined;
    if (world !== undefined) onRequest?.(world);
    return service.answer(request, world);
  }

  return {
    owns: (url) =>
      serviceOf(requestOf({ method: 'GET', url, headers: {}, body: noBody, origin: '' })) !==
      undefined,
    refuse,
    handle: (raw) =>
      handle(raw).catch((error: unknown) => {
        const isBusy = error instanceof StoreError || error instanceof OverloadError;
        const answered = refuse(raw, isBusy ? 503 : 500, messageOf(error));
        return isBusy
          ? { ...answered, headers: { ...answered.headers, 'Retry-After': '1' } }
          : answered;
      }),
  };
}

const noBody = Buffer.alloc(0);

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong.';
}

/** Splits off the world's prefix and collapses leading slashes, which a base URL with a trailing one leads to. */
function requestOf({ method, url, headers, body, origin }: RawRequest): HttpRequest {
  const mark = url.indexOf('?');
  const whole = (mark === -1 ? url : url.slice(0, mark)).replace(/^\/*/, '/');
  const prefix = worldPrefix.exec(whole);
  const path = (prefix === null ? whole : whole.slice(prefix[0].length)).replace(/^\/*/, '/');
  return {
    method,
    headers,
    body,
    path,
    query: new URLSearchParams(mark === -1 ? '' : url.slice(mark + 1)),
    baseUrl: (isPlain(origin) ? origin : 'http://localhost') + (prefix?.[0] ?? ''),
    worldName: prefix?.[1] ?? headers['x-reprise-world'] ?? 'default',
  };
}

/** A Host that is none must not get into a Link header. */
function isPlain(origin: string): boolean {
  return /^https?:\/\/[\w.:[\]-]*(\/[^\s<>"]*)?$/.test(origin);
}

function nothingHere({ method, path }: HttpRequest, services: readonly Service[]): HttpResponse {
  const names = services.map(({ name }) => name).join(', ');
  const message = `Nothing answers ${method} ${path.slice(0, 200)} here. Services: ${names}.`;
  return json(404, { code: 404, message });
}

/** A request id for answers that come from no world. */
export function worldlessRequestId(path: string): string {
  return uuidOf(createHash('sha256').update(path).digest('hex'));
}
