// All rejections, in the order of their checks. A client's error in an open session is an event instead: a warning, or the end
// of the session.

export const rejectionCodes = [
  'SOUNDS_FULL',
  'AGENTS_FULL',
  'AGENT_UNKNOWN',
  'SESSIONS_FULL',
  'SESSION_UNKNOWN',
  'CALLBACK_UNKNOWN',
] as const;

export type SpeechRejectionCode = (typeof rejectionCodes)[number];

export interface SpeechRejection {
  readonly code: SpeechRejectionCode;
}
