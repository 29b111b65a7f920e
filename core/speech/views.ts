// Read models of the speech service. Adapters choose the names of fields.

export {
  agentMessages,
  type AgentMessage,
  type CalledFunction,
  type MessageSettings,
} from './views/agent-message.ts';
export { conversationView, registeredAgent, type ConversationView } from './views/conversation.ts';
export type { CloseMessage } from './views/close-message.ts';
export {
  callbacksInFlight,
  callbackView,
  isCallbackAwaited,
  type CallbackView,
} from './views/callback.ts';
export { countsView } from './views/counts.ts';
export {
  functionCalls,
  functionCallsInFlight,
  isCall,
  startedFunctionCalls,
  type FunctionCall,
} from './views/function-calls.ts';
export { listenMessage, type ListenMessage, type ListenView } from './views/listen-message.ts';
export type { ModelView } from './views/model.ts';
export {
  isWaiting,
  receivedAudio,
  openedCount,
  sessionById,
  sessionList,
  sessionNumber,
  stoppedSession,
  waitingSpeech,
  type SessionView,
} from './views/session.ts';
export { scriptView } from './views/script.ts';
export { speakMessage, type SpeakMessage } from './views/speak-message.ts';
export {
  isLive,
  startedThinkRequest,
  thinkRequest,
  thinkRequests,
  thoughtInFlight,
  type ThinkRequest,
  type ThoughtPlace,
} from './views/think-request.ts';
export {
  explainThought,
  ThoughtLog,
  type LoggedThought,
  type ThoughtExplanation,
  type ThoughtKind,
  type ThoughtOutcome,
} from './views/thoughts.ts';
export { turnMessage, type TurnMessage } from './views/turn-message.ts';
