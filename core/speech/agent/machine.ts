// The phases of a conversation as a table (reference/speech.md section 6, "Life of a connection"): which event may follow in which
// phase. It is printed into the docs. Barge-in is in decide/hearing.ts, and what it cuts in decide/interrupt.ts.

export type AgentPhase =
  /** Before Settings. */
  | 'unset'
  /** Between turns. */
  | 'idle'
  /** From the first word of the user to the end of the turn. */
  | 'userTurn'
  /** A thought is awaited. */
  | 'thinking'
  /** Answers of functions are awaited. */
  | 'calling'
  /** Sentences are prepared and sent. */
  | 'speaking';

/** Events that move a conversation. */
export type AgentStep =
  | 'SettingsApplied'
  | 'UserTurnStarted'
  | 'UserTextReceived'
  | 'ThinkingStarted'
  | 'FunctionsCalled'
  | 'ReplyStarted'
  | 'ReplyPaused'
  | 'ReplyEnded'
  | 'ReplyInterrupted';

export interface AgentTransition {
  readonly from: AgentPhase;
  readonly step: AgentStep;
  readonly to: AgentPhase;
  /** For the docs. */
  readonly when: string;
}

export const agentTransitions: readonly AgentTransition[] = [
  { from: 'unset', step: 'SettingsApplied', to: 'idle', when: 'Settings are valid' },
  { from: 'idle', step: 'ReplyStarted', to: 'speaking', when: 'a greeting, or InjectAgentMessage' },
  { from: 'idle', step: 'ReplyEnded', to: 'idle', when: 'InjectAgentMessage has no text' },
  { from: 'idle', step: 'UserTurnStarted', to: 'userTurn', when: 'the first word of the user' },
  {
    from: 'idle',
    step: 'UserTextReceived',
    to: 'thinking',
    when: 'InjectUserMessage, or the end of a turn in which one came',
  },
  {
    from: 'userTurn',
    step: 'UserTextReceived',
    to: 'thinking',
    when: 'the turn ends, or InjectUserMessage',
  },
  {
    from: 'userTurn',
    step: 'ReplyStarted',
    to: 'speaking',
    when: 'InjectAgentMessage interrupts the user',
  },
  { from: 'thinking', step: 'ThinkingStarted', to: 'thinking', when: 'the next thinker is asked' },
  { from: 'thinking', step: 'FunctionsCalled', to: 'calling', when: 'the thought calls functions' },
  { from: 'thinking', step: 'ReplyStarted', to: 'speaking', when: 'the thought has text' },
  { from: 'thinking', step: 'ReplyEnded', to: 'idle', when: 'the thought has neither' },
  { from: 'thinking', step: 'ReplyInterrupted', to: 'idle', when: 'the user speaks' },
  { from: 'calling', step: 'ThinkingStarted', to: 'thinking', when: 'all functions are answered' },
  { from: 'calling', step: 'ReplyInterrupted', to: 'idle', when: 'the user speaks' },
  {
    from: 'speaking',
    step: 'ReplyPaused',
    to: 'thinking',
    when: 'the last audio is sent, and the thought calls functions',
  },
  { from: 'speaking', step: 'ReplyEnded', to: 'idle', when: 'the last audio is sent' },
  { from: 'speaking', step: 'ReplyInterrupted', to: 'idle', when: 'the user speaks' },
];

/** The phase after an event; undefined if the table has no row for it. */
export function phaseAfter(from: AgentPhase, step: AgentStep): AgentPhase | undefined {
  return agentTransitions.find((row) => row.from === from && row.step === step)?.to;
}
