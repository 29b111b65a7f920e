// Rules of how conversations over a socket begin and end: first messages, answers to requests, errors, close codes.

import { finding, valueText, type RuleFinding } from '../../kernel/rule.ts';
import type { ChannelName, ShownMessage } from './observations.ts';
import { sessionRule } from './session-rule.ts';

const firstTypes: Readonly<Record<ChannelName, string | undefined>> = {
  speak: 'Metadata',
  listen: undefined,
  turns: 'Connected',
  agent: 'Welcome',
};

/** The service speaks first, and says which request it is. */
export const firstMessages = sessionRule({
  name: 'first-messages',
  spec: 'spec/speech.md, States and transitions, Stated sequencing rules; reference/speech.md 1, fact 6',
  channels: ['speak', 'turns', 'agent'],
  start: ({ channel }) => ({ wanted: firstTypes[channel] }),
  observe(state, observation) {
    if (observation.kind === 'closed' || observation.by === 'client') return [];
    const { wanted } = state;
    if (wanted === undefined) return [];
    state.wanted = undefined;
    const { n } = observation;
    if (observation.kind === 'audio') return [{ n, expected: `${wanted} first`, found: 'audio' }];
    const { type, request_id: id } = observation.message;
    return [
      finding(type === wanted && typeof id === 'string', n, () => [
        `${wanted} with a request_id first`,
        valueText(observation.message),
      ]),
    ];
  },
});

/** The answers of each channel, by their types, and the message of the client that each answers. */
const answered: ReadonlyMap<unknown, string> = new Map([
  ['Flushed', 'Flush'],
  ['Cleared', 'Clear'],
  ['ConfigureSuccess', 'Configure'],
  ['ConfigureFailure', 'Configure'],
  ['SettingsApplied', 'Settings'],
  ['PromptUpdated', 'UpdatePrompt'],
  ['SpeakUpdated', 'UpdateSpeak'],
  ['ThinkUpdated', 'UpdateThink'],
  ['InjectionRefused', 'InjectAgentMessage'],
]);

/** What confirms a message of the client comes after it, once. A message may remain without one: not all are carried out. */
export const confirmations = sessionRule<{ readonly open: Map<string, number> }>({
  name: 'confirmations',
  spec: 'spec/speech.md, States and transitions, Stated sequencing rules',
  channels: ['speak', 'turns', 'agent'],
  start: () => ({ open: new Map() }),
  observe({ open }, observation) {
    if (observation.kind !== 'message') return [];
    const { n, by, message } = observation;
    const type = valueText(message['type']);
    if (by === 'client') {
      open.set(type, (open.get(type) ?? 0) + 1);
      return [];
    }
    const asked = answered.get(type);
    if (asked === undefined) return [];
    const count = open.get(asked) ?? 0;
    open.set(asked, Math.max(0, count - 1)); // one too many takes nothing from later ones
    return [finding(count > 0, n, () => [`${asked} of the client before ${type}`, 'none'])];
  },
});

/** An error ends the session: nothing follows it. */
export const fatalErrors = sessionRule<{ error: ShownMessage | undefined }>({
  name: 'fatal-errors',
  spec: 'spec/speech.md, Errors; reference/speech.md 1, fact 9, and 5, Closing and errors',
  channels: ['turns', 'agent'],
  start: () => ({ error: undefined }),
  observe(state, observation) {
    if (observation.by === 'client') return [];
    const { n } = observation;
    if (observation.kind === 'closed') return state.error === undefined ? [] : ['kept'];
    const { error } = state;
    if (observation.kind === 'message' && observation.message['type'] === 'Error') {
      state.error = observation.message;
    }
    if (error === undefined) return [];
    const found = observation.kind === 'audio' ? 'audio' : valueText(observation.message);
    return [{ n, expected: `nothing but the close after ${valueText(error)}`, found }];
  },
});

const closings: Readonly<
  Record<ChannelName, { readonly type: string; readonly code: number } | undefined>
> = {
  speak: { type: 'Close', code: 1000 },
  listen: { type: 'CloseStream', code: 1000 },
  turns: { type: 'CloseStream', code: 1005 },
  agent: undefined,
};

/** Of ends that have another reason: the service leaves, a limit is reached, the network breaks. */
const otherEnds: ReadonlySet<number> = new Set([1001, 1006, 1008, 1009, 1011, 1012, 1013, 1014]);

/** The service closes with the code of its channel when the client has asked it to, unless it fails meanwhile. */
export const closeCodes = sessionRule({
  name: 'close-codes',
  spec: 'reference/speech.md 1, fact 4, and 3 to 5, Closing',
  channels: ['speak', 'listen', 'turns'],
  start: ({ channel }) => ({ closing: closings[channel], isAsked: false, hasFailed: false }),
  observe(state, observation): readonly RuleFinding[] {
    const { closing } = state;
    if (closing === undefined || observation.kind === 'audio') return [];
    if (observation.kind === 'message') {
      const { type } = observation.message;
      if (observation.by === 'client' && type === closing.type) state.isAsked = true;
      if (observation.by === 'server' && type === 'Error') state.hasFailed = true;
      return [];
    }
    const { n, by, code } = observation;
    if (!state.isAsked || state.hasFailed || by === 'client' || otherEnds.has(code)) return [];
    return [
      finding(code === closing.code, n, () => [
        `code ${closing.code} after ${closing.type}`,
        String(code),
      ]),
    ];
  },
});
