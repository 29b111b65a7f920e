// The error responses to requests that no service answers: each in the form of the service that it is for, and reported.

import { messageOf } from '../wording.ts';
import { LimitError } from './admission.ts';
import {
  emptyBytes,
  json,
  type HttpRequest,
  type HttpResponse,
  type RawRequest,
} from './messages.ts';
import type { RequestMeter } from './request-meter.ts';
import type { ObserveRequest } from './request-observer.ts';
import { isUpgrade, requestOf } from './request-target.ts';
import type { ServiceDirectory } from './service-directory.ts';
import type { Service } from './service.ts';
import { isTransient, withRetryAfter } from './transient.ts';

export class Refusals {
  readonly #directory: ServiceDirectory;
  readonly #observe: ObserveRequest | undefined;
  readonly #meter: RequestMeter | undefined;

  constructor(
    directory: ServiceDirectory,
    observe: ObserveRequest | undefined,
    meter: RequestMeter | undefined,
  ) {
    this.#directory = directory;
    this.#observe = observe;
    this.#meter = meter;
  }

  /** To a request as its host passes it. */
  readonly toRaw = (
    raw: Omit<RawRequest, 'body'>,
    status: number,
    message: string,
  ): HttpResponse => {
    const request = requestOf({ ...raw, body: emptyBytes });
    const directory = this.#directory;
    const service = isUpgrade(raw) ? directory.channelOwnerOf(request) : directory.ownerOf(request);
    return this.to(service, request, status, message);
  };

  /** To a request for this service, or for none. */
  to(
    service: Service | undefined,
    request: HttpRequest,
    status: number,
    message: string,
  ): HttpResponse {
    const response = this.unreported(service, request, status, message);
    this.#meter?.onAnswered(service?.name, status);
    if (service?.isInWorld === false) return response;
    const world = this.#directory.loadedWorldOf(request);
    this.#observe?.(request, service?.name, world, isUpgrade(request)).answered(response);
    return response;
  }

  /** As `to`, for a request that is reported with its answer. */
  unreported(
    service: Service | undefined,
    request: HttpRequest,
    status: number,
    message: string,
  ): HttpResponse {
    const directory = this.#directory;
    if (service === undefined) {
      const idHeaders = directory.services.map(({ idHeader }) => idHeader?.());
      return json(status, { code: status, message }, Object.assign({}, ...idHeaders));
    }
    const world = service.isInWorld ? directory.loadedWorldOf(request) : undefined;
    return service.refuse(request, status, message, world);
  }

  /** To a request that exceeds a limit: its world does not see it, so that it draws no id there, and is not reported. */
  beyondLimit(service: Service, request: HttpRequest, error: unknown): HttpResponse {
    return errorResponse(error, (status, message) =>
      service.refuse(request, status, message, undefined),
    );
  }

  /** To a request at a path that nothing is at. */
  nothingAt(request: HttpRequest): HttpResponse {
    const names = this.#directory.services.map(({ name }) => name).join(', ');
    const path = request.path.slice(0, 200);
    const message = `Nothing answers ${request.method} ${path} here. Services: ${names}.`;
    return this.to(undefined, request, 404, message);
  }

  /** To a raw request that failed. */
  forError(raw: Omit<RawRequest, 'body'>, error: unknown): HttpResponse {
    return errorResponse(error, (...problem) => this.toRaw(raw, ...problem));
  }
}

/** The response to a request that failed: 503 if the same may soon succeed, the status of a limit that it exceeds. */
export function errorResponse(
  error: unknown,
  refuse: (status: number, message: string) => HttpResponse,
): HttpResponse {
  if (error instanceof LimitError) {
    const refused = refuse(error.status, error.message);
    const { retryAfterSeconds } = error;
    return retryAfterSeconds === undefined ? refused : withRetryAfter(refused, retryAfterSeconds);
  }
  const isBusy = isTransient(error);
  const response = refuse(isBusy ? 503 : 500, messageOf(error));
  return isBusy ? withRetryAfter(response) : response;
}
