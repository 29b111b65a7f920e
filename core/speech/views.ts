// Read models of the speech service. Adapters choose the names of fields.

export {
  agentMessages,
  type AgentMessage,
  type CalledFunction,
  type MessageSettings,
} from './agent/message.ts';
export {
  conversationView,
  registeredAgent,
  type ConversationView,
} from './agent/views/conversation.ts';
export type { CloseMessage } from './session/close-message.ts';
export {
  callbacksInFlight,
  callbackView,
  hasCallbackInFlight,
  isCallbackAwaited,
  type CallbackView,
} from './listen/views.ts';
export { countsView } from './views/counts.ts';
export {
  functionCalls,
  functionCallsInFlight,
  isCall,
  startedFunctionCalls,
  type FunctionCall,
} from './agent/views/function-calls.ts';
export { listenMessage, type ListenMessage, type ListenView } from './listen/message.ts';
export type { ModelView } from './session/model.ts';
export {
  receivedAudio,
  openedCount,
  sessionById,
  sessionList,
  sessionNumber,
  stoppedSession,
  type SessionView,
} from './views/session.ts';
export { scriptView } from './recognition/views.ts';
export { isWaiting, waitingSpeech } from './speak/views.ts';
export { speakMessage, type SpeakMessage } from './speak/message.ts';
export {
  isLive,
  startedThinkRequest,
  thinkRequest,
  thinkRequests,
  thoughtInFlight,
  type ThinkRequest,
  type ThoughtPlace,
} from './agent/views/think-request.ts';
export {
  explainThought,
  ThoughtLog,
  type LoggedThought,
  type ThoughtExplanation,
  type ThoughtKind,
  type ThoughtOutcome,
} from './agent/views/thoughts.ts';
export { turnMessage, type TurnMessage } from './turns/message.ts';
