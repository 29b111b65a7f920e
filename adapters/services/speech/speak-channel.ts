// The channel /v1/speak: the handshake, and the session that follows.

import type { speech, World } from '../../../core/index.ts';
import type { Channel, Opening, UpgradeRequest } from '../../http/channel.ts';
import { recordedFact, type HttpResponse } from '../../http/messages.ts';
import { isRefused, refusedCredentials, schemeProtocol, verdictOn } from './authorization.ts';
import { speechConfigOf } from './config.ts';
import { failure, speechErrors, type ErrorForm } from './errors.ts';
import type { AudioOf } from './outbox.ts';
import { readSpeakParameters } from './parameters/speak.ts';
import type { SessionEventsByWorld } from './session-events.ts';
import { SpeakSession, type SessionParts } from './session.ts';

export const speakPath = '/v1/speak';

/** `onOpening` is called before a session opens. */
export function createSpeakChannel(
  worlds: SessionEventsByWorld,
  audioOf: AudioOf,
  onOpening: () => void,
): Channel {
  return {
    async open(request, world, peer): Promise<Opening> {
      const verdict = verdictOn(request, world);
      if (isRefused(verdict)) return refused(refusedCredentials(verdict), world);
      const isConfigured = (model: string) =>
        // A recorded fact: settings may change before the session opens.
        recordedFact(request, 'model', () => speechConfigOf(world).models.includes(model), false);
      const parameters = readSpeakParameters(request.query, isConfigured);
      if ('status' in parameters) return refused(parameters, world);
      onOpening();
      return openSession(request, parameters, {
        world,
        events: worlds.of(world),
        peer,
        audioOf,
      });
    },
  };
}

async function openSession(
  { protocols }: UpgradeRequest,
  parameters: speech.SpeakParameters,
  parts: SessionParts,
): Promise<Opening> {
  const { world } = parts;
  let session: SpeakSession | undefined;
  try {
    const id = await world.send({
      domain: 'speech',
      prepare: () => ({
        command: {
          type: 'OpenSession',
          path: speakPath,
          parameters,
          limits: speechConfigOf(world).limits,
        } satisfies speech.SpeechCommand,
      }),
      respond: (outcome) => {
        const opened = outcome.ok ? outcome.value[0]?.event : undefined;
        if (opened?.type !== 'SessionOpened') return undefined;
        session = new SpeakSession(opened.sessionId, parts);
        session.attach(); // before its first event is delivered
        return opened.sessionId;
      },
    });
    if (id === undefined || session === undefined) return refused(speechErrors.sessionsFull, world);
    const opened = session;
    const protocol = schemeProtocol(protocols);
    return {
      kind: 'accepted',
      session: {
        headers: { 'dg-request-id': id },
        ...(protocol === undefined ? {} : { protocol }),
        receive: (frame) => opened.receive(frame),
        closed: (code) => opened.closed(code),
      },
    };
  } catch (error) {
    session?.detach(); // it is not stored
    throw error;
  }
}

function refused(error: ErrorForm, world: World): Opening {
  return { kind: 'refused', response: refusal(error, world) };
}

function refusal(error: ErrorForm, world: World): HttpResponse {
  return failure(error, world.requestId());
}
