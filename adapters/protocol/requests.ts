// Has the service of a request answer it, in its world; recorders and observers see both.

import type { World } from '../../core/index.ts';
import { monotonicMs, nextLoopTurn } from '../host-timers.ts';
import { countedResponse, type Admission, type CountBytes } from './admission.ts';
import type { ExchangeHook } from './exchange-hook.ts';
import { bodyBytesPerTurn, urlCharsMax } from './limits.ts';
import type { HttpRequest, HttpResponse, RawRequest } from './messages.ts';
import { errorResponse, type Refusals } from './refusals.ts';
import type { RequestMeter } from './request-meter.ts';
import { observedBy, type ObserveRequest } from './request-observer.ts';
import { sizeRefusal } from './request-size.ts';
import { isEncoded, requestOf } from './request-target.ts';
import type { ServiceDirectory } from './service-directory.ts';
import type { Answering, Service } from './service.ts';

export interface RequestsOptions {
  /** Default: the service answers by itself. */
  readonly answering?: Answering;
  /** Limits the requests to services that are in a world, before it is looked for. Default: all are admitted. */
  readonly admission?: Admission;
  /** Called for each request to a world; the result is called once, when it is answered. */
  readonly onRequest?: (world: World) => () => void;
  /** Observers of exchanges, by the names of their worlds. */
  readonly hooks?: ReadonlyMap<string, ExchangeHook>;
  /** Called with each request to a service that is in a world, and to no service. */
  readonly observeRequest?: ObserveRequest;
  readonly requestMeter?: RequestMeter;
}

const encodedBody = 'The body has a Content-Encoding; send it as it is.';

export class Requests {
  readonly #directory: ServiceDirectory;
  readonly #refusals: Refusals;
  readonly #options: RequestsOptions;

  constructor(directory: ServiceDirectory, refusals: Refusals, options: RequestsOptions) {
    this.#directory = directory;
    this.#refusals = refusals;
    this.#options = options;
  }

  /** Answers every request; never rejects. */
  readonly handle = (raw: RawRequest): Promise<HttpResponse> => {
    try {
      return this.#answer(raw);
    } catch (error) {
      return Promise.resolve(this.#refusals.forError(raw, error));
    }
  };

  #answer(raw: RawRequest): Promise<HttpResponse> {
    const refusals = this.#refusals;
    const tooLarge = sizeRefusal(raw, urlCharsMax);
    if (tooLarge !== undefined) return Promise.resolve(refusals.toRaw(raw, ...tooLarge));
    if (isEncoded(raw)) return Promise.resolve(refusals.toRaw(raw, 415, encodedBody));
    const request = requestOf(raw);
    const service = this.#directory.answererOf(request);
    if (service === undefined) return Promise.resolve(refusals.nothingAt(request));
    if (raw.method === 'GET' && service.channelAt?.(request.path) !== undefined) {
      const message = `There is a WebSocket at ${request.path.slice(0, 200)}: ask for an upgrade.`;
      return Promise.resolve(upgradeRequired(refusals.to(service, request, 426, message)));
    }
    const ready = service.prepare?.(request);
    if (ready !== undefined) return ready.then(() => this.#admitted(service, raw, request));
    return this.#admitted(service, raw, request);
  }

  /** Answers within the limits of the world. */
  #admitted(service: Service, raw: RawRequest, request: HttpRequest): Promise<HttpResponse> {
    const { admission } = this.#options;
    if (admission === undefined || !service.isInWorld) return this.#find(service, raw, request);
    const refuse = (error: unknown) => this.#refusals.beyondLimit(service, request, error);
    const counted = (count: CountBytes | undefined) => {
      const response = this.#find(service, raw, request);
      return count === undefined ? response : response.then((it) => countedResponse(it, count));
    };
    try {
      const count = admission.admit(request.worldName, raw.body.length);
      return count instanceof Promise ? count.then(counted, refuse) : counted(count);
    } catch (error) {
      return Promise.resolve(refuse(error));
    }
  }

  /** Finds the world, and answers in it. */
  #find(service: Service, raw: RawRequest, request: HttpRequest): Promise<HttpResponse> {
    const world = this.#directory.worldOf(service, request);
    return world instanceof Promise
      ? world.then(
          (opened) => this.#call(service, raw, request, opened),
          (error: unknown) => this.#refusals.forError(raw, error),
        )
      : this.#call(service, raw, request, world);
  }

  /** Never rejects. One step of a promise for all that follows an answer: it is part of every request. */
  #call(
    service: Service,
    raw: RawRequest,
    request: HttpRequest,
    world: World | undefined,
  ): Promise<HttpResponse> {
    const { observeRequest, onRequest, answering, requestMeter } = this.#options;
    const startMs = requestMeter === undefined ? 0 : monotonicMs();
    const onAnswered = world === undefined ? undefined : onRequest?.(world);
    const observer = service.isInWorld ? observeRequest?.(request, service.name, world) : undefined;
    const exchange = this.#hookFor(service, request, world)?.request(raw, service);
    const given = exchange === undefined ? request : { facts: exchange.facts, ...request };
    const seen = observedBy(observer, exchange?.world ?? world);
    const answer = () => answering?.(service, given, seen) ?? service.answer(given, seen);
    // A long body that is recorded has been redacted in turns of its own.
    const isLong = exchange !== undefined && raw.body.length > bodyBytesPerTurn;
    const ready = async () => {
      await exchange?.prepared;
      await nextLoopTurn();
    };
    const answered = (response: HttpResponse) => {
      exchange?.answered(response);
      observer?.answered(response);
      onAnswered?.();
      requestMeter?.onAnswered(service.name, response.status, startMs);
      return response;
    };
    return (isLong ? ready().then(answer) : answer()).then(answered, (error: unknown) =>
      answered(
        errorResponse(error, (...problem) =>
          this.#refusals.unreported(service, request, ...problem),
        ),
      ),
    );
  }

  #hookFor(
    service: Service,
    request: HttpRequest,
    world: World | undefined,
  ): ExchangeHook | undefined {
    const { hooks } = this.#options;
    if (hooks === undefined || hooks.size === 0) return undefined;
    const name = world?.record.name ?? service.subjectOf?.(request);
    return name === undefined ? undefined : hooks.get(name);
  }
}

function upgradeRequired(response: HttpResponse): HttpResponse {
  const headers = { ...response.headers, Connection: 'Upgrade', Upgrade: 'websocket' };
  return { ...response, headers };
}
