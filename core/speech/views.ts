// Read models of the speech service. Adapters choose the names of fields.

export { countsView } from './views/counts.ts';
export { messageView, type SpeechMessage } from './views/message.ts';
export {
  isWaiting,
  sessionById,
  sessionList,
  waitingSpeech,
  type SessionView,
} from './views/session.ts';
