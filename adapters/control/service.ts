// The control plane as an HTTP service: checks the token, and maps every error to one response format.

import {
  FixtureError,
  isWorldOfTenant,
  StoreError,
  type StoreErrorCode,
  type Tenant,
  type World,
} from '../../core/index.ts';
import { countedResponse, LimitError, type CountBytes } from '../protocol/admission.ts';
import { ParseError } from '../protocol/parse.ts';
import {
  isTransient,
  retryMessage,
  transientFailure,
  withRetryAfter,
} from '../protocol/transient.ts';
import type { Params } from '../protocol/routes/route.ts';
import { createRouter, type RoutedPath } from '../protocol/routes/router.ts';
import { json, withoutBody, type HttpRequest, type HttpResponse } from '../protocol/messages.ts';
import type { Service } from '../protocol/service.ts';
import { ControlError, type ControlOptions } from '../contracts/control-call.ts';
import { checkCaller } from './caller.ts';
import { Credentials } from './credentials.ts';
import { quoted } from '../wording.ts';
import { createOpenStreams } from './open-streams.ts';
import {
  answerBy,
  controlPrefix,
  mayCreate,
  type ControlRoute,
} from '../contracts/control-route.ts';
import { controlRoutes } from './routes.ts';
import { viewOfOperator, viewOfTenant } from './tenant-view.ts';

export interface ControlService extends Service {
  /** Whether a request creates the world that it names, where worlds are created on demand. */
  readonly mayCreateWorld: (request: HttpRequest) => boolean;
}

export function createControlService(options: ControlOptions): ControlService {
  const streams = createOpenStreams(options.stopping);
  const router = createRouter(controlRoutes);
  const { tenants } = options;
  const credentials = new Credentials(options.token, tenants);
  /** The path of a request, and its route: that of GET for HEAD. */
  const find = ({ method, path }: HttpRequest) => {
    const found = router(path.slice(controlPrefix.length) || '/');
    return { ...found, route: found?.routedPath.on(method === 'HEAD' ? 'GET' : method) };
  };

  /** The tenant of a request; undefined for the operator. Throws ControlError, or StoreError. */
  function callerOf({ headers }: HttpRequest): Tenant | undefined {
    checkCaller(headers, options.allowHosts);
    return credentials.callerOf(headers);
  }

  /** Whether the caller of a request may not see its world now, or is not known. */
  function isRefused(request: HttpRequest, world: string | undefined): boolean {
    try {
      const tenant = callerOf(request);
      if (tenant === undefined) return false;
      return !isWorldOfTenant(world ?? '', tenant.id) || tenants?.isExceeded(tenant) === true;
    } catch {
      return true;
    }
  }

  async function answerWhole(
    request: HttpRequest,
    observedWorld: World | undefined,
  ): Promise<HttpResponse> {
    let count: CountBytes | undefined;
    try {
      checkCaller(request.headers, options.allowHosts);
      const { route, routedPath, params = {} } = find(request);
      const tenant = route?.isOpen === true ? undefined : callerOf(request);
      if (tenant !== undefined) count = tenants?.admit(tenant, request.body.length);
      if (route === undefined) throw notFound(request, routedPath);
      if (tenant !== undefined) checkRoute(route, params);
      const seen = seenBy(tenant);
      const call = { request, observedWorld, options: seen, streams };
      return counted(await answerBy(route, call, params), count);
    } catch (error) {
      return counted(refusal(error), count);
    }
  }

  const seenByOperator = tenants === undefined ? options : viewOfOperator(options, tenants);
  /** What a caller sees. */
  const seenBy = (tenant: Tenant | undefined): ControlOptions =>
    tenant === undefined || tenants === undefined
      ? seenByOperator
      : viewOfTenant(options, tenants, tenant);

  return {
    name: 'control',
    isInWorld: false, // its paths contain the name of the world
    owns: isOwn,
    refuse: (_request, status, message) => failed(status, codeOf(status), message),
    prepare: ({ headers }) => credentials.prepare(headers),
    subjectOf(request) {
      const { route, params } = find(request);
      if (route === undefined || route.isUnrecorded === true) return undefined;
      const world = params?.['w'];
      return isRefused(request, world) ? undefined : world;
    },
    mayCreateWorld(request) {
      if (!isOwn(request.path)) return false;
      const { route, params } = find(request);
      const world = params?.['w'];
      if (route === undefined || world === undefined || !mayCreate(route)) return false;
      return !isRefused(request, world);
    },
    needsBody(request) {
      try {
        callerOf(request);
        return true;
      } catch {
        return false;
      }
    },
    async answer(request, observedWorld) {
      const response = await answerWhole(request, observedWorld);
      return request.method === 'HEAD' ? withoutBody(response) : response;
    },
  };
}

function isOwn(path: string): boolean {
  return path === controlPrefix || path.startsWith(`${controlPrefix}/`);
}

function notFound(
  { method, path }: HttpRequest,
  routedPath: RoutedPath<ControlRoute> | undefined,
): ControlError {
  const target = `${method} ${path.slice(0, 200)}`;
  if (routedPath === undefined) {
    const message = `There is no ${target}; GET ${controlPrefix}/openapi.json lists all routes.`;
    return new ControlError(404, 'not-found', message);
  }
  const message = `There is no ${target}; this path allows ${routedPath.allow}.`;
  return new ControlError(405, 'method-not-allowed', message);
}

/** Tenants may call the routes of a world, and those that are marked. Throws ControlError. */
function checkRoute({ isForTenants }: ControlRoute, params: Params): void {
  if (params['w'] !== undefined || isForTenants === true) return;
  throw new ControlError(403, 'operator-only', 'Only the operator of the server may do this.');
}

function counted(response: HttpResponse, count: CountBytes | undefined): HttpResponse {
  return count === undefined ? response : countedResponse(response, count);
}

function codeOf(status: number): string {
  const codes: Readonly<Record<number, string>> = {
    400: 'invalid-request',
    403: 'host-refused',
    413: 'body-too-large',
    414: 'url-too-long',
    415: 'body-encoded',
    503: 'unavailable',
  };
  return codes[status] ?? 'internal';
}

function refusal(error: unknown): HttpResponse {
  if (error instanceof ControlError) return failed(error.status, error.code, error.message);
  if (error instanceof LimitError) {
    const refused = failed(error.status, 'tenant-limit', error.message);
    const { retryAfterSeconds } = error;
    return retryAfterSeconds === undefined ? refused : withRetryAfter(refused, retryAfterSeconds);
  }
  if (error instanceof ParseError) return failed(400, 'invalid-request', sentenceOf(error));
  if (error instanceof FixtureError) return failed(400, 'fixture-refused', `${error.message}.`);
  if (error instanceof StoreError) {
    const status = storeStatus[error.code];
    if (status !== undefined) return failed(...status, error.message);
  }
  if (isTransient(error)) {
    return transientFailure(error, failed(503, 'unavailable', `${retryMessage(error)}.`));
  }
  return failed(500, 'internal', error instanceof Error ? error.message : 'Internal error.');
}

/** All problems, with the value that was sent where the message says what it must be. */
function sentenceOf({ problems }: ParseError): string {
  const texts = problems.map(({ location, message, value }) => {
    const isShown =
      value !== undefined && message.startsWith('must be ') && !mayHoldSecrets.test(location);
    return `${location}: ${message}${isShown ? `, not ${quoted(value)}` : ''}`;
  });
  return `${texts.join('; ')}.`;
}

/** Fields whose values no message repeats. Fixtures contain keys and passwords, even in the wrong places. */
const mayHoldSecrets = /fixture|key|password|secret|token/i;

/** Store errors that a retry does not resolve; all others are transient or internal. */
const storeStatus: Readonly<Partial<Record<StoreErrorCode, [status: number, code: string]>>> = {
  damaged: [500, 'damaged'],
  'name-taken': [409, 'name-taken'],
  'no-such-moment': [409, 'no-such-moment'],
  'unknown-world': [404, 'world-unknown'],
};

function failed(status: number, code: string, message: string): HttpResponse {
  return json(status, { error: { code, message } });
}
