// The speech service on the wire: authorization, routes, channels, and errors in the service's form.

import { canonical, speech, type Oracle } from '../../../core/index.ts';
import type { HttpRequest, HttpResponse } from '../../protocol/messages.ts';
import { ParseError } from '../../protocol/parse.ts';
import { handleBy } from '../../protocol/routes/route.ts';
import { createRouter } from '../../protocol/routes/router.ts';
import { unknownWorldMessage, type Service } from '../../protocol/service.ts';
import { isTransient, retryMessage, transientFailure } from '../../protocol/transient.ts';
import { createWorldlessIds } from '../../protocol/worldless-ids.ts';
import { openSynthesiser, type Synthesiser } from '../../voice/synthesiser.ts';
import { isLoopback } from '../../loopback.ts';
import { messageOf, quoted } from '../../wording.ts';
import type { ServiceOptions } from '../module.ts';
import { isRefused, refusedCredentials, verdictOn } from './authorization.ts';
import { channelForms, channelPaths } from './channels.ts';
import { badRequest, failure, plainError, speechErrors, type ErrorForm } from './errors.ts';
import { createChannel } from './handshake.ts';
import { asRecorded, recordedSpeeches } from './recorded-audio.ts';
import type { SpeechRouteContext } from './route-context.ts';
import { routes } from './routes.ts';
import { framesOf } from './sessions/sent-items.ts';
import { createSessionBook } from './session-book.ts';
import { SessionEventsByWorld } from './sessions/session-events.ts';

export function createSpeechService({
  recorded,
  isAudioComputed = false,
  isAllowed = isLoopback,
}: ServiceOptions = {}): Service {
  let opened: Synthesiser | undefined;
  const synthesiser = () => (opened ??= openSynthesiser());
  const speeches =
    recorded === undefined || isAudioComputed ? undefined : recordedSpeeches(recorded);
  const worlds = new SessionEventsByWorld();
  const worldlessId = createWorldlessIds('speech');
  const audioOf = (question: speech.SynthesisQuestion) =>
    speeches?.get(canonical(question))?.audio ?? synthesiser().audioOf(question);
  const oracle: Oracle = async (question) =>
    speeches?.get(canonical(question))?.answer ??
    asRecorded((await synthesiser().oracle(question)) as speech.SynthesisAnswer, recorded);
  const onOpening = () => {
    if (speeches === undefined) synthesiser().start();
  };
  const forms = channelForms({ audioOf, isAllowed, onOpening });
  const channels = new Map(
    Object.entries(forms).map(([path, form]) => [path, createChannel(form, worlds, isAllowed)]),
  );
  return {
    name: 'speech',
    isInWorld: true,
    owns: (path) => /^\/(v1\/(speak|listen|agent|auth|read)|v2\/listen)(\/|$)/.test(path),
    needsBody: (request, world) => world !== undefined && !isRefused(verdictOn(request, world)),
    refuse: (_request, status, message, world, code) => {
      const form = plainError(status, message);
      const coded = code === undefined ? form : { ...form, code: String(code) };
      return failure(coded, world?.requestId() ?? worldlessId());
    },
    idHeader: () => ({ 'dg-request-id': worldlessId() }),
    routeOf: ({ method, path }) => {
      const found = router(path)?.routedPath;
      return found?.on(method) === undefined ? undefined : `${method} ${found.path}`;
    },
    routeNames: () => routeNames,
    async answer(request, world) {
      if (world === undefined) {
        return failure(plainError(404, unknownWorldMessage(request)), worldlessId());
      }
      let drawn: string | undefined;
      const requestId = () => (drawn ??= world.requestId());
      const response = await answerIn({ request, world, requestId });
      const headers = { 'dg-request-id': requestId(), ...response.headers };
      return { ...response, headers };
    },
    channelAt: (path) => channels.get(path),
    framesOf,
    sessions: createSessionBook(worlds, forms, audioOf),
    oracles: { [speech.synthesisOracle]: oracle },
    close: async () => opened?.close(),
  };
}

const router = createRouter(routes);

const routeNames = [
  ...routes.flatMap(({ methods, path }) => methods.map((method) => `${method} ${path}`)),
  ...channelPaths.map((path) => `WS ${path}`),
];

async function answerIn(context: SpeechRouteContext): Promise<HttpResponse> {
  try {
    return await respond(context);
  } catch (error) {
    return errorResponse(error, context.requestId());
  }
}

/** Checks the path, then the credentials, then the parameters, as the original does. */
function respond(context: SpeechRouteContext): HttpResponse | Promise<HttpResponse> {
  const { request, world, requestId } = context;
  const { method, path } = request;
  const found = router(path);
  if (found === undefined) return failure(unknownPath(request), requestId());
  const { routedPath, params } = found;
  const route = routedPath.on(method);
  if (route === undefined) {
    const { allow } = routedPath;
    const error = plainError(405, `${path} is called with ${allow}.`);
    return withAllow(failure(error, requestId()), allow);
  }
  const verdict = verdictOn(request, world);
  if (isRefused(verdict)) return failure(refusedCredentials(verdict), requestId());
  if (verdict === 'token') return failure(speechErrors.keyNeeded, requestId());
  return handleBy(route, context, params);
}

/** The error of a request without a route: to a channel without an upgrade, or to an unknown path. */
function unknownPath({ method, path }: HttpRequest): ErrorForm {
  if (channelPaths.includes(path)) {
    return plainError(405, `${path} is a WebSocket: ask for an upgrade with GET.`);
  }
  return plainError(404, `There is no ${method} ${path.slice(0, 200)}.`);
}

function withAllow(response: HttpResponse, allow: string): HttpResponse {
  return { ...response, headers: { ...response.headers, Allow: allow } };
}

function errorResponse(error: unknown, requestId: string): HttpResponse {
  if (error instanceof ParseError) return failure(badRequest(invalid(error)), requestId);
  if (isTransient(error)) {
    return transientFailure(error, failure(plainError(503, `${retryMessage(error)}.`), requestId));
  }
  return failure(plainError(500, messageOf(error)), requestId);
}

/** Lists the invalid members with their values, without the part of the request (`body.`) before their names. */
function invalid({ problems }: ParseError): string {
  const texts = problems.map(({ location, message, value }) => {
    const [, ...names] = location.split('.');
    const place = names.length === 0 ? 'The body' : names.join('.');
    const isShown = value !== undefined && message.startsWith('must be ');
    return `${place} ${message}${isShown ? `, not ${quoted(value)}` : ''}.`;
  });
  return texts.join(' ');
}
