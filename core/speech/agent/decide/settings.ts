// The rules of Settings and their updates.

import { agentErrors, agentWarnings, promptCharsMax } from '../endings.ts';
import type {
  ApplySettings,
  UpdateListen,
  UpdatePrompt,
  UpdateSpeak,
  UpdateThink,
} from '../commands.ts';
import type { ThinkSettings } from '../settings.ts';
import type { RegisteredAgents } from '../state.ts';
import { forceEndTurn } from './hearing.ts';
import { greet } from './speaking.ts';
import type { AgentFlow } from './flow.ts';

export function applySettings(
  flow: AgentFlow,
  { settings }: ApplySettings,
  { agents }: RegisteredAgents,
): void {
  const { id: sessionId } = flow.session;
  if (flow.session.settings !== null) return flow.fail(agentErrors.settingsTwice);
  const { agent: given } = settings;
  const agent = typeof given === 'string' ? agents.get(given)?.config : given;
  if (agent === undefined) return flow.fail(agentErrors.unknownAgent);
  const think = agent.think.map(withinLimit);
  flow.emit({
    type: 'SettingsApplied',
    sessionId,
    settings: { ...settings, agent: { ...agent, think } },
  });
  warnOfCut(flow, agent.think);
  if (agent.greeting !== null) greet(flow, agent.greeting);
}

export function updateSpeak(flow: AgentFlow, { speak }: UpdateSpeak): void {
  flow.emit({ type: 'SpeakUpdated', sessionId: flow.session.id, speak });
}

/** A turn that was heard by another version of the provider ends first. */
export function updateListen(flow: AgentFlow, { listen }: UpdateListen): void {
  if (flow.settings.agent.listen.version !== listen.version) forceEndTurn(flow);
  flow.emit({ type: 'ListenUpdated', sessionId: flow.session.id, listen });
}

export function updateThink(flow: AgentFlow, { think }: UpdateThink): void {
  flow.emit({ type: 'ThinkUpdated', sessionId: flow.session.id, think: think.map(withinLimit) });
  warnOfCut(flow, think);
}

/** The prompt of every thinker in the list. */
export function updatePrompt(flow: AgentFlow, { prompt }: UpdatePrompt): void {
  const given = flow.settings.agent.think.map((entry) => ({ ...entry, prompt }));
  const think = given.map(withinLimit);
  flow.emit({
    type: 'PromptUpdated',
    sessionId: flow.session.id,
    prompts: think.map(({ prompt: cut }) => cut),
  });
  warnOfCut(flow, given);
}

/** A prompt is cut, unless the client has a thinker of its own. */
function withinLimit(entry: ThinkSettings): ThinkSettings {
  return isTooLong(entry) ? { ...entry, prompt: entry.prompt.slice(0, promptCharsMax) } : entry;
}

function isTooLong({ endpoint, prompt }: ThinkSettings): boolean {
  return endpoint === null && prompt.length > promptCharsMax;
}

function warnOfCut(flow: AgentFlow, given: readonly ThinkSettings[]): void {
  if (!given.some(isTooLong)) return;
  flow.warn(
    agentWarnings.promptTooLong,
    `The prompt was cut to ${promptCharsMax} characters, the most that a managed model takes.`,
  );
}
