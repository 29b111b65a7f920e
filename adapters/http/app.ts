// Dispatches requests of every host: finds the world and the service, and lets the service answer.

import type { World } from '../../core/index.ts';
import {
  protocolsOf,
  type Channel,
  type Opening,
  type Peer,
  type UpgradeRequest,
} from './channel.ts';
import { upgradeUrlCharsMax, urlCharsMax } from './limits.ts';
import {
  emptyBytes,
  type HttpRequest,
  type HttpResponse,
  json,
  type RawRequest,
  type RawUpgrade,
} from './messages.ts';
import { checkAnswer, countingPeer, withListeners } from './session-checks.ts';
import { sizeRefusal } from './request-size.ts';
import type { Answering, FrameFilter, NewSocket, Opener, Service } from './service.ts';
import type { ExchangeHook } from './exchange-hook.ts';
import { isTransient, withRetryAfter } from './transient.ts';
import type { ObserveRequest, RequestObserver } from './request-observer.ts';
import { rememberingLast } from '../remembering-last.ts';
import { messageOf } from '../wording.ts';
import { worldNamePattern } from './world-name.ts';

export interface App {
  /** Whether a service owns the path of a raw URL. */
  readonly owns: (url: string) => boolean;
  /** Whether an answer depends on the body, judged by the request line and headers. Absent: always. */
  readonly needsBody?: (request: Omit<RawRequest, 'body'>) => boolean;
  /** A key by which requests of different worlds take turns. Absent: all take turns as one. */
  readonly laneOf?: (request: Pick<RawRequest, 'url' | 'headers'>) => string;
  /** Answers every request; never rejects. */
  readonly handle: (request: RawRequest) => Promise<HttpResponse>;
  /** Opens a session for a WebSocket, or refuses it before the upgrade; never rejects. */
  readonly open: (request: RawUpgrade, peer: Peer) => Promise<Opening>;
  /** The error response to a request that a host refuses, in the form of the service that it is for. */
  readonly refuse: (
    request: Omit<RawRequest, 'body'>,
    status: number,
    message: string,
  ) => HttpResponse;
}

export interface AppOptions {
  /** In order of precedence: the first that owns a path answers. */
  readonly services: readonly Service[];
  /** Finds the world of a request, or creates it if worlds are created on demand. */
  readonly worldNamed: (
    name: string,
    request: HttpRequest,
  ) => World | undefined | Promise<World | undefined>;
  /** A world that is loaded. Requests for all others share one lane, so that callers cannot add lanes. */
  readonly loadedWorld?: (name: string) => World | undefined;
  /** Called for each request to a world, for pacing. */
  readonly onRequest?: (world: World) => void;
  /** Called for each socket of a world; the result is called once, when the socket closes. */
  readonly onSocket?: (world: World) => () => void;
  /** Default: the service answers by itself. */
  readonly answering?: Answering;
  /** Default: the channel by itself. */
  readonly opener?: Opener;
  /** Called for each socket of a world, before it is opened. Replays have none: a recording has the frames of the sessions. */
  readonly frameFilter?: (socket: NewSocket) => FrameFilter;
  /** Observers of exchanges, by the names of their worlds. */
  readonly hooks?: ReadonlyMap<string, ExchangeHook>;
  /** Called with each request and upgrade to a service that is in a world, and to no service. */
  readonly observeRequest?: ObserveRequest;
}

const worldPrefix = /^\/w\/([^/?]*)(?=\/|$)/;

const encodedBody = 'The body has a Content-Encoding; send it as it is.';

export function createApp(options: AppOptions): App {
  const { services, worldNamed, onRequest, onSocket, hooks = noHooks } = options;
  const { loadedWorld, answering = answerBySelf, opener = openBySelf, observeRequest } = options;
  const serviceOf = ({ path }: HttpRequest) => services.find((candidate) => candidate.owns(path));

  /** At a path that no service owns, an upgrade can only be meant for a channel. */
  function channelServiceOf(request: HttpRequest): Service | undefined {
    return serviceOf(request) ?? services.find(({ channelAt }) => channelAt !== undefined);
  }

  /** The service that serves a page at the path, for GET and HEAD. */
  function pageServiceOf({ method, path }: HttpRequest): Service | undefined {
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    return services.find(({ hasPageAt }) => hasPageAt?.(path) === true);
  }

  function refuse(raw: Omit<RawRequest, 'body'>, status: number, message: string): HttpResponse {
    const { service, request } = targetOf(raw);
    return refuseBy(service, request, status, message);
  }

  function targetOf(raw: Omit<RawRequest, 'body'>) {
    const request = requestOf({ ...raw, body: emptyBytes });
    const service = isUpgrade(raw) ? channelServiceOf(request) : serviceOf(request);
    return { request, service };
  }

  function refuseBy(
    service: Service | undefined,
    request: HttpRequest,
    status: number,
    message: string,
  ): HttpResponse {
    const response = refusalBy(service, request, status, message);
    if (service?.isInWorld === false) return response;
    const world = loadedWorld?.(request.worldName);
    observeRequest?.(request, service?.name, world, isUpgrade(request)).answered(response);
    return response;
  }

  function refusalBy(
    service: Service | undefined,
    request: HttpRequest,
    status: number,
    message: string,
  ): HttpResponse {
    if (service === undefined) {
      const idHeaders = services.map(({ idHeader }) => idHeader?.());
      return json(status, { code: status, message }, Object.assign({}, ...idHeaders));
    }
    const world = service.isInWorld ? loadedWorld?.(request.worldName) : undefined;
    return service.refuse(request, status, message, world);
  }

  function needsBody(raw: Omit<RawRequest, 'body'>): boolean {
    if (sizeRefusal(raw, urlCharsMax) !== undefined) return false;
    const request = requestOf({ ...raw, body: emptyBytes });
    const service = serviceOf(request);
    if (service === undefined) return false;
    if (service.needsBody === undefined) return true;
    const world = namedWorld(service, request);
    if (!(world instanceof Promise)) return service.needsBody(request, world);
    world.catch(() => undefined); // `handle` reports the error
    return true;
  }

  function laneOf({ url, headers }: Pick<RawRequest, 'url' | 'headers'>): string {
    const name = laneInUrl.exec(url)?.[1] ?? headers['x-reprise-world'] ?? 'default';
    const isLoaded = loadedWorld === undefined || loadedWorld(name) !== undefined;
    return isLoaded ? name : sharedLane;
  }

  function handle(raw: RawRequest): Promise<HttpResponse> {
    try {
      return answer(raw);
    } catch (error) {
      return Promise.resolve(refuseFor(raw, error));
    }
  }

  function refuseFor(raw: Omit<RawRequest, 'body'>, error: unknown): HttpResponse {
    return errorResponse(error, (...problem) => refuse(raw, ...problem));
  }

  function answer(raw: RawRequest): Promise<HttpResponse> {
    const tooLarge = sizeRefusal(raw, urlCharsMax);
    if (tooLarge !== undefined) return Promise.resolve(refuse(raw, ...tooLarge));
    if (isEncoded(raw)) return Promise.resolve(refuse(raw, 415, encodedBody));
    const request = requestOf(raw);
    const service = serviceOf(request) ?? pageServiceOf(request);
    if (service === undefined) {
      return Promise.resolve(refuseBy(undefined, request, 404, nothingAt(request, services)));
    }
    if (raw.method === 'GET' && service.channelAt?.(request.path) !== undefined) {
      const message = `There is a WebSocket at ${request.path.slice(0, 200)}: ask for an upgrade.`;
      return Promise.resolve(upgradeRequired(refuseBy(service, request, 426, message)));
    }
    const world = worldOf(service, request);
    return world instanceof Promise
      ? world.then(
          (opened) => callService(service, raw, request, opened),
          (error: unknown) => refuseFor(raw, error),
        )
      : callService(service, raw, request, world);
  }

  /** Never rejects. One step of a promise for all that follows an answer: it is part of every request. */
  function callService(
    service: Service,
    raw: RawRequest,
    request: HttpRequest,
    world: World | undefined,
  ): Promise<HttpResponse> {
    const observer = service.isInWorld ? observeRequest?.(request, service.name, world) : undefined;
    const exchange = hookFor(service, request, world)?.request(raw, service);
    const given = exchange === undefined ? request : { facts: exchange.facts, ...request };
    return answering(service, given, observedBy(observer, exchange?.world ?? world)).then(
      (response) => {
        exchange?.answered(response);
        observer?.answered(response);
        return response;
      },
      (error: unknown) => {
        const refuseWith = (status: number, message: string) =>
          refusalBy(service, request, status, message);
        const response = errorResponse(error, refuseWith);
        exchange?.answered(response);
        observer?.answered(response);
        return response;
      },
    );
  }

  function hookFor(
    service: Service,
    request: HttpRequest,
    world: World | undefined,
  ): ExchangeHook | undefined {
    if (hooks.size === 0) return undefined;
    const name = world?.record.name ?? service.subjectOf?.(request);
    return name === undefined ? undefined : hooks.get(name);
  }

  function worldOf(
    service: Service,
    request: HttpRequest,
  ): World | undefined | Promise<World | undefined> {
    const world = namedWorld(service, request);
    return world instanceof Promise ? world.then(reportRequest) : reportRequest(world);
  }

  function namedWorld(
    service: Service,
    request: HttpRequest,
  ): World | undefined | Promise<World | undefined> {
    const isNamed = service.isInWorld && worldNamePattern.test(request.worldName);
    return isNamed ? worldNamed(request.worldName, request) : undefined;
  }

  function reportRequest(world: World | undefined): World | undefined {
    if (world !== undefined) onRequest?.(world);
    return world;
  }

  async function open(raw: RawUpgrade, peer: Peer): Promise<Opening> {
    const rawGet = { ...raw, method: 'GET', body: emptyBytes };
    const request = requestOf(rawGet);
    const service = channelServiceOf(request);
    const refuseWith = (status: number, message: string) =>
      refused(refuseBy(service, request, status, message));
    const tooLarge = sizeRefusal(raw, upgradeUrlCharsMax);
    if (tooLarge !== undefined) return refuseWith(...tooLarge);
    if (service === undefined) return refuseWith(404, nothingAt(request, services));
    const channel = service.channelAt?.(request.path);
    if (channel === undefined) {
      return refuseWith(404, `There is no WebSocket at ${request.path.slice(0, 200)}.`);
    }
    const protocols = protocolsOf(request.headers['sec-websocket-protocol']);
    if (protocols === undefined) return refuseWith(400, 'Sec-WebSocket-Protocol is malformed.');
    const world = await worldOf(service, request);
    if (world === undefined) {
      return refuseWith(404, `There is no world named '${request.worldName.slice(0, 64)}'.`);
    }
    return openSession(channel, { raw, service, peer, world, upgrade: { ...request, protocols } });
  }

  async function openSession(
    channel: Channel,
    { raw, service, peer, world, upgrade }: SessionOptions,
  ): Promise<Opening> {
    const observer = observeRequest?.(upgrade, service.name, world, true);
    const refusedFor = (error: unknown) =>
      refused(errorResponse(error, (...problem) => refusalBy(service, upgrade, ...problem)));
    try {
      const filter = options.frameFilter?.({ service, path: upgrade.path, world, peer });
      const client = filter?.peer ?? peer;
      const exchange = hooks.get(world.record.name)?.open(raw, service, client);
      const given = exchange === undefined ? upgrade : { ...upgrade, facts: exchange.facts };
      const seen = observedBy(observer, exchange?.world ?? world);
      const ownPeer = countingPeer(exchange?.peer ?? client, observer);
      let opening: Opening;
      try {
        opening = await opener(service, channel, given, seen, ownPeer);
        if (opening.kind === 'accepted') checkAnswer(opening.session, upgrade.protocols);
      } catch (error) {
        opening = refusedFor(error);
      }
      const opened = exchange?.opened(opening) ?? opening;
      if (opened.kind === 'refused') {
        observer?.answered(opened.response);
        return opened;
      }
      observer?.opened();
      const onClose = onSocket?.(world);
      const session = withListeners(opened.session, { observer, onClose });
      return { kind: 'accepted', session: filter?.session(session, numberOf(opening)) ?? session };
    } catch (error) {
      const refusal = refusedFor(error);
      observer?.answered(refusal.response);
      return refusal;
    }
  }

  return {
    owns: (url) =>
      serviceOf(requestOf({ method: 'GET', url, headers: {}, body: emptyBytes, origin: '' })) !==
      undefined,
    refuse,
    needsBody,
    laneOf,
    handle,
    open: (raw, peer) =>
      open(raw, peer).catch((error: unknown) =>
        refused(refuseFor({ ...raw, method: 'GET' }, error)),
      ),
  };
}

/** An upgrade to a WebSocket, to a channel of a world. */
interface SessionOptions {
  readonly raw: RawUpgrade;
  readonly service: Service;
  readonly peer: Peer;
  readonly world: World;
  readonly upgrade: UpgradeRequest;
}

function errorResponse(
  error: unknown,
  refuse: (status: number, message: string) => HttpResponse,
): HttpResponse {
  const isBusy = isTransient(error);
  const response = refuse(isBusy ? 503 : 500, messageOf(error));
  return isBusy ? withRetryAfter(response) : response;
}

const answerBySelf: Answering = (service, request, world) => service.answer(request, world);

const openBySelf: Opener = (_service, channel, request, world, peer) =>
  channel.open(request, world, peer);

const noHooks: ReadonlyMap<string, ExchangeHook> = new Map();
const noQuery = new URLSearchParams();

/** The lane of all requests to worlds that are not loaded. */
const sharedLane = '';

const laneInUrl = /^\/(?:w|__reprise\/worlds)\/([^/?]+)/;

function upgradeRequired(response: HttpResponse): HttpResponse {
  const headers = { ...response.headers, Connection: 'Upgrade', Upgrade: 'websocket' };
  return { ...response, headers };
}

function observedBy<W extends World | undefined>(
  observer: RequestObserver | undefined,
  world: W,
): W | World {
  return observer === undefined || world === undefined ? world : world.observedBy(observer);
}

function numberOf(opening: Opening): number | undefined {
  return opening.kind === 'accepted' ? opening.session.number : undefined;
}

function refused(response: HttpResponse): Extract<Opening, { readonly kind: 'refused' }> {
  return { kind: 'refused', response };
}

function isUpgrade({ headers }: Pick<RawRequest, 'headers'>): boolean {
  return headers['upgrade']?.toLowerCase() === 'websocket';
}

function isEncoded({ headers, body }: RawRequest): boolean {
  const encoding = headers['content-encoding'];
  return encoding !== undefined && body.length > 0 && !/^(identity)?$/i.test(encoding.trim());
}

/** Splits off the world's prefix and collapses leading slashes: clients append paths to a base URL with a trailing slash. */
function requestOf({ method, url, headers, body, origin }: RawRequest): HttpRequest {
  const queryStart = url.indexOf('?');
  const whole = withOneSlash(queryStart === -1 ? url : url.slice(0, queryStart));
  const prefix = whole.startsWith('/w/') ? worldPrefix.exec(whole) : null;
  const site = siteOf(origin);
  return {
    method,
    headers,
    body,
    path: prefix === null ? whole : withOneSlash(whole.slice(prefix[0].length)),
    query: queryStart === -1 ? noQuery : new URLSearchParams(url.slice(queryStart + 1)),
    baseUrl: prefix === null ? site : site + prefix[0],
    worldName: prefix?.[1] ?? headers['x-reprise-world'] ?? 'default',
  };
}

/** A path with one slash in front. */
function withOneSlash(path: string): string {
  return path.startsWith('/') && !path.startsWith('//') ? path : path.replace(/^\/*/, '/');
}

/** The start of links. Falls back to localhost: a malformed Host must not get into a Link header. */
const siteOf = rememberingLast((origin: string) =>
  /^https?:\/\/[\w.:[\]-]*(\/[^\s<>"]*)?$/.test(origin) ? origin : 'http://localhost',
);

function nothingAt({ method, path }: HttpRequest, services: readonly Service[]): string {
  const names = services.map(({ name }) => name).join(', ');
  return `Nothing answers ${method} ${path.slice(0, 200)} here. Services: ${names}.`;
}
