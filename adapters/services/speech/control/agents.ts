// The operator's routes of registered agents, to which Settings may refer by id.

import { speech, type States } from '../../../../core/index.ts';
import { ControlError, worldOf, type ControlCall } from '../../../contracts/control-call.ts';
import { bySchemas, controlRoute, type ControlRoute } from '../../../contracts/control-route.ts';
import { json, type HttpResponse } from '../../../protocol/messages.ts';
import { ParseError } from '../../../protocol/parse.ts';
import type { Params } from '../../../protocol/routes/route.ts';
import { quoted } from '../../../wording.ts';
import { agentConfigOf, agentSchema, registeredAgent, type GivenAgent } from '../agent/agent.ts';
import { checkMessageSize } from '../agent/message-size.ts';
import { MessageProblem } from '../agent/problem.ts';
import { recordedRules } from '../agent/rules.ts';
import { secretVaultOf } from '../agent/secrets.ts';
import { agentIdOf } from '../agent/settings.ts';
import { shownAgent } from '../agent/shown.ts';
import { speechConfigOf } from '../config.ts';

const neededBody =
  'it must be an agent, as in Settings, such as {"greeting": "Hello."}; {} is the default one';

const path = '/worlds/:w/speech/agents/:id';

export const agentRoutes: readonly ControlRoute[] = [
  controlRoute({
    methods: ['PUT'],
    path,
    name: 'setAgent',
    summary: 'Register an agent, or replace it: Settings may name it by its UUID.',
    reads: bySchemas({ body: agentSchema }, { neededBody }),
    answers: {
      200: { description: 'The agent.', body: registeredAgent },
      409: { description: 'The world has too many agents.' },
    },
    handle: (call, { params, body }) => setAgent(call, params, body),
  }),
  controlRoute({
    methods: ['GET'],
    path,
    name: 'getAgent',
    summary: 'Get a registered agent of the voice agent, with marks in place of secrets.',
    answers: { 200: { description: 'The agent.', body: registeredAgent } },
    handle: (call, { params }) => getAgent(call, params),
  }),
  controlRoute({
    methods: ['DELETE'],
    path,
    name: 'removeAgent',
    summary: 'Remove a registered agent. Sessions that have begun with it go on.',
    answers: { 204: { description: 'It is removed.' } },
    handle: (call, { params }) => removeAgent(call, params),
  }),
];

async function getAgent(call: ControlCall, params: Params): Promise<HttpResponse> {
  const id = idOf(params);
  const find = ({ speech: state }: States) => speech.registeredAgent(state, id);
  const agent = await worldOf(call, params).read(find);
  if (agent === undefined) throw unknownAgent(id);
  return agentResponse(agent);
}

async function setAgent(
  call: ControlCall,
  params: Params,
  given: GivenAgent,
): Promise<HttpResponse> {
  const agentId = idOf(params);
  if (agentIdOf(agentId) === undefined) {
    throw new ParseError([{ message: 'must be a UUID', location: 'path.id', value: agentId }]);
  }
  const world = worldOf(call, params);
  const isConfigured = (model: string) => speechConfigOf(world).models.includes(model);
  const { isAllowed } = call.options;
  const { config, secrets } = checked(() => {
    checkMessageSize(given);
    const rules = recordedRules(call.request, given, { isConfigured, isAllowed });
    return agentConfigOf(given, '', rules);
  });
  const command = {
    type: 'RegisterAgent',
    agentId,
    config,
    given: shownAgent(given),
  } satisfies speech.SpeechCommand;
  const isSet = await world.send({
    domain: 'speech',
    prepare: () => ({ command }),
    respond(outcome) {
      if (outcome.ok) secretVaultOf(world).setAgent(agentId, secrets);
      return outcome.ok;
    },
  });
  if (!isSet) {
    const most = `A world has at most ${speech.agentsMax} agents; remove some.`;
    throw new ControlError(409, 'agents-full', most);
  }
  return agentResponse({ id: agentId, given: command.given });
}

async function removeAgent(call: ControlCall, params: Params): Promise<HttpResponse> {
  const agentId = idOf(params);
  const world = worldOf(call, params);
  const isRemoved = await world.send({
    domain: 'speech',
    prepare: () => ({ command: { type: 'RemoveAgent', agentId } satisfies speech.SpeechCommand }),
    respond(outcome) {
      if (outcome.ok) secretVaultOf(world).setAgent(agentId, new Map());
      return outcome.ok;
    },
  });
  if (!isRemoved) throw unknownAgent(agentId);
  return { status: 204, headers: {} };
}

/** The id in lower case if it is a UUID. */
function idOf({ id = '' }: Params): string {
  return agentIdOf(id) ?? id;
}

function agentResponse({ id, given }: Pick<speech.RegisteredAgent, 'id' | 'given'>): HttpResponse {
  return json(200, { id, agent: given });
}

function unknownAgent(id: string): ControlError {
  return new ControlError(
    404,
    'agent-unknown',
    `There is no agent ${quoted(id)}; PUT /__reprise/worlds/<world>/speech/agents/<uuid> registers one.`,
  );
}

/** Converts a MessageProblem to a ParseError. */
function checked<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof MessageProblem)) throw error;
    const { place, reason: message } = error;
    const location = place === '' ? 'body' : `body.${place}`;
    throw new ParseError([{ message, location, value: undefined }]);
  }
}
