// The channel /v1/agent/converse: a conversation of a user with an agent, by audio and text.

import { soundOf } from '../recognition/evolve.ts';
import type { KnownSound } from '../recognition/sounds/record.ts';
import type { SpeechChannel } from '../session/channel.ts';
import type { SessionOpenedOf } from '../session/events.ts';
import { ruleFor, typesIn, type RulesByType } from '../session/rules.ts';
import type { ConversationCommand } from './commands.ts';
import { agentRules, isForBeforeSettings } from './decide.ts';
import { AgentFlow } from './decide/flow.ts';
import { agentErrors } from './endings.ts';
import type { AgentChannelEvent, ReplySpoken } from './events.ts';
import { afterEvent, openConversation, withNewScript } from './evolve.ts';
import { agentDueNames, agentReactions, idleChange } from './react.ts';
import type { AgentOpening, AgentSessionRecord } from './record.ts';
import type { AgentState } from './state.ts';

const sounds: RulesByType<ReplySpoken, [], KnownSound | undefined> = {
  ReplySpoken: (event) => soundOf(event, ''), // the agent speaks any language
};

export const agentChannel: SpeechChannel<
  AgentSessionRecord,
  SessionOpenedOf<AgentOpening>,
  AgentChannelEvent,
  ConversationCommand,
  AgentState
> = {
  eventTypes: { ...typesIn(agentReactions), SessionEnded: true },
  dueNames: agentDueNames,
  open: openConversation,
  decide(command, session, state, context) {
    const rule = ruleFor(agentRules, command);
    if (rule === undefined) return undefined;
    const flow = new AgentFlow(session, state, context);
    if (session.settings === null && !isForBeforeSettings(command.type)) {
      flow.fail(agentErrors.beforeSettings);
    } else rule(command, flow, state);
    const { notes = [] } = command;
    if (!flow.hasFailed) for (const { code, description } of notes) flow.warn(code, description);
    return flow.decision;
  },
  evolve: afterEvent,
  withNewScript,
  spokenSound: (event) => ruleFor(sounds, event)?.(event),
  react(event, session, atMs) {
    const changes = ruleFor(agentReactions, event)?.(event, session, atMs);
    return changes && [...changes, idleChange(session, atMs)];
  },
};
