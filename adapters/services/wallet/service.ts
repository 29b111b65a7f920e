// The wallet service on the wire: authorization, the id of each response, and errors in the service's form.

import { walletConfigOf, type RateLimits } from './config.ts';
import { isRefused, refusedKey, verdictOf } from './authorization.ts';
import { ParseError } from '../../protocol/parse.ts';
import { handleBy, type Params } from '../../protocol/routes/route.ts';
import { createRouter } from '../../protocol/routes/router.ts';
import {
  recordedFact,
  withoutBody,
  type HttpRequest,
  type HttpResponse,
} from '../../protocol/messages.ts';
import { unknownWorldMessage, type Service } from '../../protocol/service.ts';
import { isTransient, retryMessage, transientFailure } from '../../protocol/transient.ts';
import type { ServiceOptions } from '../module.ts';
import { namesOf, unknownMembersRule, withWarning } from '../unknown-members.ts';
import { entityKey } from './entity-keys.ts';
import { failure, invalid, plainFailure, wireErrors } from './errors.ts';
import type { WalletRouteContext, WalletRoute } from './route-context.ts';
import { isCrossOriginAllowed, withCorsHeaders } from './cross-origin.ts';
import { methodNotRouted, routeMethodOf } from './methods.ts';
import { countRequest } from './rate-limit.ts';
import { configuredRefusal } from './refusals.ts';
import { addWorldlessId, RequestId } from './request-id.ts';
import { routes } from './routes.ts';
import { pingRoute } from './routes/ping.ts';
import { isUuid } from './wire.ts';

export function createWalletService({ rsaBits = 2048 }: ServiceOptions = {}): Service {
  const key = entityKey(rsaBits);
  const router = createRouter(routes);
  return {
    name: 'wallet',
    isInWorld: true,
    owns: (path) =>
      /^\/(v1\/w3s|v1\/faucet|v2\/notifications)(\/|$)/.test(path) || path === pingRoute.path,
    refuse(request, status, message, world, code = status) {
      const refused = failure({ status, code, message });
      const isForPage = world !== undefined && isCrossOriginAllowed(request, world);
      return addWorldlessId(request, isForPage ? withCorsHeaders(refused) : refused);
    },
    needsBody: ({ path, headers }, world) =>
      path === pingRoute.path ||
      (world !== undefined &&
        !isRefused(verdictOf(headers['authorization'], walletConfigOf(world).walletKeys))),
    routeOf: ({ method, path }) => routeOf(router, method, withoutSlash(path)),
    routeNames: () => routeNames,
    async answer(asked, world) {
      const request = withoutLastSlash(asked);
      if (world === undefined) {
        return addWorldlessId(request, plainFailure(404, unknownWorldMessage(request)));
      }
      const requestId = new RequestId(world);
      let answered: HttpResponse;
      let isForPage = false;
      try {
        isForPage = isCrossOriginAllowed(request, world);
        answered =
          isForPage && request.method === 'OPTIONS'
            ? { status: 204, headers: {} }
            : await answerIn(router, { request, world, tasks: requestId.tasks, key });
        if (request.method === 'HEAD') answered = withoutBody(answered);
      } catch (error) {
        answered = errorResponse(error);
      }
      if (isForPage) answered = withCorsHeaders(answered);
      return requestId.addTo(request, answered);
    },
  };
}

type Router = ReturnType<typeof createRouter<WalletRoute>>;

function answerIn(
  router: Router,
  parts: Omit<WalletRouteContext, 'network'>,
): HttpResponse | Promise<HttpResponse> {
  const { request, world } = parts;
  const { method, path } = request;
  const routeMethod = routeMethodOf(method);
  if (path === pingRoute.path) {
    return routeMethod === 'GET'
      ? handleBy(pingRoute, undefined, {})
      : methodNotRouted(method, path, pingRoute.methods);
  }
  const found = router(path);
  if (found === undefined) return plainFailure(404, `There is no ${method} ${path.slice(0, 200)}`);
  const { routedPath, params } = found;
  const route = routedPath.on(routeMethod);
  if (route === undefined) return methodNotRouted(method, path, routedPath.methods);
  const verdict = recordedFact(request, 'key', () =>
    verdictOf(request.headers['authorization'], walletConfigOf(world).walletKeys),
  );
  if (isRefused(verdict)) return refusedKey(verdict);
  const context = { network: verdict, ...parts };
  const refusal = configuredRefusal(context, `${routeMethod} ${routedPath.path}`);
  if (refusal !== undefined) return refusal;
  // A recorded fact: it is read when the request arrives, and settings may change before its task runs.
  const limitsSet = (): RateLimits | null => walletConfigOf(world).rateLimits ?? null;
  const limits = recordedFact(request, 'limits', limitsSet, null);
  if (limits === null) return answerBy(route, context, params);
  return countRequest(context, limits).then(
    (surplus) => surplus ?? answerBy(route, context, params),
  );
}

/** Checks the id of the path, reads the request and handles it. */
function answerBy(
  route: WalletRoute,
  context: WalletRouteContext,
  params: Params,
): HttpResponse | Promise<HttpResponse> {
  const { id } = params;
  if (id !== undefined && !isUuid(id)) return failure(wireErrors.idInvalid);
  const { request, world } = context;
  const rule = unknownMembersRule(request, world);
  const unknown = rule === undefined ? [] : unknownIn(route, context);
  if (unknown.length === 0) return handleBy(route, context, params);
  if (rule === 'refuse') throw unknownProblems(unknown);
  return Promise.resolve(handleBy(route, context, params)).then((answer) =>
    withWarning(answer, unknown),
  );
}

/** The names of members that the route does not know: of its query, and of its body. */
function unknownIn({ reads }: WalletRoute, context: WalletRouteContext): readonly string[] {
  const { query } = context.request;
  const paths = reads?.unknown?.(context) ?? [...query.keys()].map((name) => [name]);
  return namesOf(paths);
}

function unknownProblems(names: readonly string[]): ParseError {
  return new ParseError(
    names.map((location) => ({ message: 'is unknown', location, value: undefined })),
  );
}

/** A path may end in a slash. */
function withoutLastSlash(request: HttpRequest): HttpRequest {
  return request.path.endsWith('/') ? { ...request, path: withoutSlash(request.path) } : request;
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

const routeNames = [pingRoute, ...routes].flatMap(({ methods, path }) =>
  methods.map((method) => `${method} ${path}`),
);

/** The name of a route; every path that has one has OPTIONS, too. */
function routeOf(router: Router, method: string, path: string): string | undefined {
  const routeMethod = routeMethodOf(method);
  const found = path === pingRoute.path ? pingRoute : router(path)?.routedPath;
  const isKnown =
    found !== undefined &&
    (routeMethod === 'OPTIONS' || (found.methods as readonly string[]).includes(routeMethod));
  return isKnown ? `${routeMethod} ${found.path}` : undefined;
}

function errorResponse(error: unknown): HttpResponse {
  if (error instanceof ParseError) return invalid(error);
  if (isTransient(error)) return transientFailure(error, plainFailure(503, retryMessage(error)));
  return plainFailure(500, error instanceof Error ? error.message : 'Something went wrong');
}
