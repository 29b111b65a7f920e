// The handshake of a channel: checks the credentials, then the parameters, then opens a session.

import { speech, type World } from '../../../core/index.ts';
import type { Channel, Opening, UpgradeRequest } from '../../protocol/channel.ts';
import { recordedFact } from '../../protocol/messages.ts';
import {
  namesOf,
  unknownMembersRule,
  withWarning,
  type UnknownMembersRule,
} from '../unknown-members.ts';
import { isRefused, refusedCredentials, schemeProtocol, verdictOn } from './authorization.ts';
import { sessionLimits, speechConfigOf } from './config.ts';
import { failure, speechErrors, type ErrorForm } from './errors.ts';
import { isError } from './parameters/query.ts';
import type { ServedSession, SessionFactory, SessionParts } from './sessions/served-session.ts';
import type { SessionEventsByWorld } from './sessions/session-events.ts';

/** The settings on which the parameters of a connection depend. Recorded facts: settings may change before the session opens. */
export interface HandshakeRules {
  /** Whether the world has a further model of this name. */
  readonly isConfigured: (model: string) => boolean;
  /** Whether callbacks may be sent to the host. */
  readonly isAllowed: (hostname: string) => boolean;
  /** Whether unknown parameters are refused or lead to a warning. */
  readonly unknownMembers: UnknownMembersRule | undefined;
  /** The world's settings of agents. */
  readonly agent: speech.AgentParameters;
}

export type SessionRequest = speech.SessionParameters & Pick<speech.OpenSession, 'callbackUrl'>;

export interface ChannelForm {
  /** The names of its parameters. */
  readonly parameters: readonly string[];
  readonly read: (query: URLSearchParams, rules: HandshakeRules) => SessionRequest | ErrorForm;
  readonly sessions: SessionFactory;
  /** Called before a session opens. */
  readonly onOpening?: () => void;
}

export function createChannel(
  { read, parameters: known, sessions, onOpening }: ChannelForm,
  worlds: SessionEventsByWorld,
  isAllowed: HandshakeRules['isAllowed'],
): Channel {
  return {
    async open(request, world, peer): Promise<Opening> {
      const verdict = verdictOn(request, world);
      if (isRefused(verdict)) return refused(refusedCredentials(verdict), world);
      const rule = unknownMembersRule(request, world);
      const parameters = read(request.query, {
        unknownMembers: rule,
        isConfigured: (model) => {
          const find = () => speechConfigOf(world).models.includes(model);
          return recordedFact(request, 'model', find, false);
        },
        isAllowed: (hostname) => recordedFact(request, 'callback', () => isAllowed(hostname)),
        agent: speechConfigOf(world).agent,
      });
      if (isError(parameters)) return refused(parameters, world);
      onOpening?.();
      const parts = { world, events: worlds.of(world), peer, request };
      const opening = await openSession(request, parameters, parts, sessions);
      if (rule !== 'warn' || opening.kind === 'refused') return opening;
      const unknown = [...request.query.keys()].filter((name) => !known.includes(name));
      return {
        ...opening,
        session: withWarning(opening.session, namesOf(unknown.map((name) => [name]))),
      };
    },
  };
}

async function openSession(
  { protocols }: UpgradeRequest,
  channel: SessionRequest,
  parts: SessionParts,
  sessions: SessionFactory,
): Promise<Opening> {
  const { world } = parts;
  let session: ServedSession | undefined;
  let number = 0;
  try {
    const id = await world.send({
      domain: 'speech',
      prepare: () => ({
        command: {
          type: 'OpenSession',
          limits: sessionLimits(world, channel.path),
          ...channel,
        } satisfies speech.SpeechCommand,
      }),
      respond: (outcome, states) => {
        const opened = outcome.ok ? outcome.value[0]?.event : undefined;
        if (opened?.type !== 'SessionOpened') return undefined;
        const view = speech.sessionById(states.speech, opened.sessionId);
        if (view === undefined) return undefined;
        number = speech.openedCount(states.speech);
        session = sessions.opened(view, parts);
        session.attach(); // before the first event is delivered
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
        number,
        ...(protocol === undefined ? {} : { protocol }),
        receive: opened.receive,
        closed: opened.closed,
        hasUnsent: opened.hasUnsent,
      },
    };
  } catch (error) {
    session?.detach(); // the session is not stored
    session?.release();
    throw error;
  }
}

function refused(error: ErrorForm, world: World): Opening {
  return { kind: 'refused', response: failure(error, world.requestId()) };
}
