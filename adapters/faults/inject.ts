// Answers requests under the faults of their world: asks the core which fault strikes, and does to the request what it says.

import { faults, type World } from '../../core/index.ts';
import { nextLoopTurn } from '../host-timers.ts';
import { bodyBytesPerTurn } from '../protocol/limits.ts';
import { matchingFaults, requestTarget, upgradeMethod } from '../protocol/matching-faults.ts';
import {
  bodyBytesOf,
  recordedFact,
  type HttpRequest,
  type HttpResponse,
} from '../protocol/messages.ts';
import type { Answering, Opener, Service } from '../protocol/service.ts';
import {
  isTransient,
  retryMessage,
  transientFailure,
  withRetryAfter,
} from '../protocol/transient.ts';
import { messageOf } from '../wording.ts';
import { whenDelayed } from './delay.ts';

/** Has the service answer, under the faults of the world. Without faults it does no more than look for some. */
export const answerUnderFaults: Answering = (service, request, world) => {
  if (world === undefined || !service.isInWorld) return service.answer(request, world);
  // A recorded fact: bodies are redacted in recordings, and faults may be removed before the task runs.
  let isRead = false;
  const target = () => {
    isRead = true;
    return requestTarget(request);
  };
  const find = () => matchingFaults(world, faults.requestFaultKinds, service.name, target);
  const faultIds = recordedFact(request, 'faults', find, null);
  const answer = () =>
    faultIds === null
      ? service.answer(request, world)
      : answerFaulty(service, request, world, faultIds);
  return isRead && request.body.length > bodyBytesPerTurn ? nextLoopTurn().then(answer) : answer();
};

/** Has the channel open the session, unless a fault refuses the upgrade. */
export const openUnderFaults: Opener = async (service, channel, request, world, peer) => {
  const target = () => ({ ...requestTarget(request), method: upgradeMethod });
  const find = () => matchingFaults(world, faults.upgradeFaultKinds, service.name, target);
  const faultIds = recordedFact(request, 'faults', find, null);
  if (faultIds === null) return channel.open(request, world, peer);
  const { path } = request;
  const strike = await strikeOn(service, { method: upgradeMethod, path }, world, faultIds);
  return strike?.effect.kind === 'refuse-upgrade'
    ? { kind: 'refused', response: refusal(service, request, world, strike.faultId, strike.effect) }
    : channel.open(request, world, peer);
};

async function answerFaulty(
  service: Service,
  request: HttpRequest,
  world: World,
  faultIds: readonly string[],
): Promise<HttpResponse> {
  try {
    const strike = await strikeOn(service, request, world, faultIds);
    return await (strike === undefined
      ? service.answer(request, world)
      : struckAnswer(service, request, world, strike));
  } catch (error) {
    if (!isTransient(error)) return service.refuse(request, 500, messageOf(error), world);
    return transientFailure(error, service.refuse(request, 503, `${retryMessage(error)}.`, world));
  }
}

/** Asks which of the faults strikes; undefined if none does. */
function strikeOn(
  { name: service }: Service,
  { method, path }: Pick<HttpRequest, 'method' | 'path'>,
  world: World,
  faultIds: readonly string[],
): Promise<faults.FaultStruck | undefined> {
  const request = { service, method, path: path.slice(0, pathCharsMax) };
  return world.send({
    domain: 'faults',
    prepare: () => ({ command: { type: 'TryFaults', faultIds, request } }),
    respond: (outcome) => (outcome.ok ? faults.strikeIn(outcome.value) : undefined),
  });
}

/** The longest path in an event. */
const pathCharsMax = 500;

async function struckAnswer(
  service: Service,
  request: HttpRequest,
  world: World,
  { effect: struck, faultId, delay }: faults.FaultStruck,
): Promise<HttpResponse> {
  const effect = struck as faults.RequestEffect; // no other kind was tried
  const answer = () => service.answer(request, world);
  switch (effect.kind) {
    case 'refuse':
      return refusal(service, request, world, faultId, effect);
    case 'lose-request':
      return { ...noAnswer, delivery: 'reset' };
    case 'lose-answer':
      return { ...(await answer()), delivery: 'reset' };
    case 'repeat':
      await answer();
      return answer();
    case 'cut':
      return cut(await answer());
    case 'malformed':
      return { ...(await answer()), delivery: 'malformed' };
    case 'hang':
      return { ...noAnswer, delivery: 'hang' };
    case 'slow': {
      const answered = await answer();
      return (await whenDelayed(world, delay?.id ?? '')) === 'ended'
        ? answered
        : { ...answered, delivery: 'reset' };
    }
  }
}

function refusal(
  service: Service,
  request: HttpRequest,
  world: World,
  faultId: string,
  { status, code, message = `Injected by fault ${faultId}.`, retryAfter }: faults.ErrorAnswer,
): HttpResponse {
  const { body, ...head } = service.refuse(request, status, message, world, code);
  const shown = request.method === 'HEAD' || body === undefined ? {} : { body };
  const refused = { ...head, ...shown, isInjected: true } as const;
  return retryAfter === undefined ? refused : withRetryAfter(refused, retryAfter);
}

/** Nothing of it is sent; the status is what a proxy in front would say. */
const noAnswer = { status: 502, headers: {} } as const;

/** An answer without a body has no middle: all of it is lost. */
function cut(answered: HttpResponse): HttpResponse {
  return { ...answered, delivery: bodyBytesOf(answered).whole.length === 0 ? 'reset' : 'cut' };
}
