// Times, bounds, errors and warnings of conversations (reference/speech.md section 6, "Rules" and "Error and warning codes").

/** A session ends after this long without a message while the agent waits for its client. */
export const agentIdleMsDefault = 15_000;
export const agentAgeWarningMs = 115 * 60_000;
export const agentSessionMsMax = 120 * 60_000;
/** The client is warned of a slower thought, and again after each such time. */
export const slowThinkingMs = 5_000;
/** Of a prompt for a thinker without an endpoint, in UTF-16 code units: longer ones are cut. */
export const promptCharsMax = 25_000;
/** The longest history of a session, in UTF-16 code units. The oldest items are dropped. */
export const historyCharsMax = 100_000;
/** Registered agents of one world. */
export const agentsMax = 1_000;
/** Rounds of functions before an agent speaks. */
export const functionRoundsMax = 20;
/** The length of an audio frame. */
export const frameMs = 200;

export const agentLatencyDefault = { think: [200, 600], speak: [100, 250] } as const;
/** As a multiple of real time. */
export const agentPaceDefault = 4;

export const agentErrors = {
  beforeSettings: {
    code: 'NON_SETTINGS_MESSAGE_BEFORE_SETTINGS',
    description: 'The first message must be Settings.',
  },
  settingsTwice: {
    code: 'SETTINGS_ALREADY_APPLIED',
    description:
      'Settings were applied already; change them with UpdateSpeak, UpdateThink or UpdatePrompt.',
  },
  undecodable: { code: 'USER_AUDIO_FORMAT' },
  unknownAgent: {
    code: 'INVALID_AGENT_ID',
    description:
      'No agent has this id; register it with PUT /__reprise/worlds/:w/speech/agents/:id, or by speech.agents of a fixture.',
  },
  unknownFunction: { code: 'NON_EXISTENT_FUNCTION_CALLED' },
  cannotThink: { code: 'FAILED_TO_THINK' },
  cannotSpeak: { code: 'FAILED_TO_SPEAK' },
  idle: {
    code: 'CLIENT_MESSAGE_TIMEOUT',
    description: 'No message came for too long; send audio, or KeepAlive every 8 seconds.',
  },
  tooOld: {
    code: 'MAXIMUM_SESSION_LENGTH_REACHED',
    description: 'A session ends after 2 hours; open another one.',
  },
} as const;

export const agentWarnings = {
  thinkFailed: 'THINK_REQUEST_FAILED',
  speakFailed: 'SPEAK_REQUEST_FAILED',
  functionFailed: 'FUNCTION_CALL_FAILED',
  /** Of this project: the original has no code for it. */
  functionName: 'FUNCTION_NAME_MISMATCH',
  slowThinking: 'SLOW_THINK_REQUEST',
  promptTooLong: 'PROMPT_TOO_LONG',
  nearlyTooOld: 'MAXIMUM_SESSION_LENGTH_APPROACHING',
} as const;

/** This close frame follows an Error. Clients do not reconnect after it. */
export const agentEnding = { code: 1000, reason: '' } as const;
