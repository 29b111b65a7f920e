// What a host serves: the requests and upgrades of all services.

import type { Opening, Peer } from './channel.ts';
import { urlCharsMax } from './limits.ts';
import { emptyBytes, type HttpResponse, type RawRequest, type RawUpgrade } from './messages.ts';
import { Refusals } from './refusals.ts';
import { sizeRefusal } from './request-size.ts';
import { requestOf, worldNameIn } from './request-target.ts';
import { Requests, type RequestsOptions } from './requests.ts';
import { ServiceDirectory, type WorldDirectory } from './service-directory.ts';
import type { Service } from './service.ts';
import { Upgrades, type UpgradesOptions } from './upgrades.ts';

export interface App {
  /** Whether a service owns the path of a raw URL. */
  readonly owns: (url: string) => boolean;
  /** Whether an answer depends on the body, judged by the request line and headers. Never rejects. Absent: always. */
  readonly needsBody?: (request: Omit<RawRequest, 'body'>) => boolean | Promise<boolean>;
  /** A key by which requests of different worlds take turns. Absent: all take turns as one. */
  readonly queueOf?: (request: Pick<RawRequest, 'url' | 'headers'>) => string;
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

export interface AppOptions extends WorldDirectory, RequestsOptions, UpgradesOptions {
  /** In order of precedence: the first that owns a path answers. */
  readonly services: readonly Service[];
}

/** The queue of all requests to worlds that are not loaded. */
const sharedQueue = '';

export function createApp(options: AppOptions): App {
  const directory = new ServiceDirectory(options.services, options);
  const refusals = new Refusals(directory, options.observeRequest, options.requestMeter);
  const requests = new Requests(directory, refusals, options);
  const upgrades = new Upgrades(directory, refusals, options);
  const { admission } = options;

  function needsBody(raw: Omit<RawRequest, 'body'>): boolean | Promise<boolean> {
    if (sizeRefusal(raw, urlCharsMax) !== undefined) return false;
    const request = requestOf({ ...raw, body: emptyBytes });
    const service = directory.ownerOf(request);
    if (service === undefined) return false;
    const { needsBody: isNeeded } = service;
    if (isNeeded === undefined) return true;
    const ready = service.prepare?.(request);
    if (ready !== undefined) return ready.then(() => isNeeded(request, undefined));
    // `handle` refuses it, without a look at the world; unless its limit admits it again by then.
    if (service.isInWorld && admission?.isExceeded(request.worldName) === true) return true;
    const world = directory.worldOf(service, request);
    if (!(world instanceof Promise)) return isNeeded(request, world);
    return world.then(
      (found) => isNeeded(request, found),
      () => true, // `handle` reports the error
    );
  }

  return {
    owns: (url) => {
      const request = { method: 'GET', url, headers: {}, body: emptyBytes, origin: '' };
      return directory.ownerOf(requestOf(request)) !== undefined;
    },
    refuse: refusals.toRaw,
    needsBody,
    queueOf: (raw) => {
      const name = worldNameIn(raw);
      return directory.isLoaded(name) ? name : sharedQueue;
    },
    handle: requests.handle,
    open: upgrades.open,
  };
}
