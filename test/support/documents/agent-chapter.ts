// Generates the chapter of core/speech/README.md about conversations from their transition table.

import type { AgentEvent } from '../../../core/speech/agent/events.ts';
import { agentTransitions } from '../../../core/speech/agent/machine.ts';

/** The message of each conversation event. */
export const agentKinds: Readonly<Record<AgentEvent['type'], string>> = {
  SettingsApplied: 'SettingsApplied',
  SpeakUpdated: 'SpeakUpdated',
  ListenUpdated: 'ListenUpdated',
  ThinkUpdated: 'ThinkUpdated',
  PromptUpdated: 'PromptUpdated',
  UserTurnStarted: 'UserStartedSpeaking',
  UserTextReceived: 'ConversationText',
  ThinkingStarted: 'nothing',
  ThoughtShown: 'AgentThinking',
  FunctionsCalled: 'FunctionCallRequest',
  FunctionAnswered: 'FunctionCallResponse, if its endpoint answered',
  ReplyStarted: 'nothing',
  ReplyExtended: 'nothing',
  ReplySpoken: 'ConversationText, AgentStartedSpeaking',
  ReplySkipped: 'ConversationText',
  ReplyAudioSent: 'audio',
  ReplyPaused: 'AgentAudioDone',
  ReplyEnded: 'AgentAudioDone',
  ReplyInterrupted: 'nothing',
  InjectionQueued: 'nothing',
  InjectionRefused: 'InjectionRefused',
  AgentFailed: 'Error',
};

export function agentChapter(): string {
  const arrows = agentTransitions.map(
    ({ from, step, to, when }) => `  ${from} --> ${to}: ${step}, ${when}`,
  );
  return `## A conversation

On \`/v1/agent/converse\`, one side has the turn at a time. The table is [agent/machine.ts](agent/machine.ts); an event for which it has no
arrow leaves the phase as it is.

\`\`\`mermaid
stateDiagram-v2
  [*] --> unset: OpenSession
${arrows.join('\n')}
\`\`\`

A **turn** begins with what the user says, or with what the agent says by itself, and includes the reply. A **thought** is what a thinker
answers: text, calls of functions, or both. A **round** is a thought after answers of functions in the same turn. The **entry** of a
thinker or a voice is its place in the list of Settings.

- The user's turns: [agent/user-turn.ts](agent/user-turn.ts); thinking by a script, or plainly: [agent/thinking/](agent/thinking)
- The rules of each step: [agent/decide/](agent/decide); when latencies end and frames are sent: [agent/react.ts](agent/react.ts)
- Messages to the client: [agent/message.ts](agent/message.ts)
`;
}
