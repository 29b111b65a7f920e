// Errors and ends of /v2/listen (reference/speech.md section 5, "Closing and errors").

/** A session ends after this long without audio. */
export const turnIdleMsDefault = 30_000;

export const turnErrors = {
  unreadable: {
    code: 'UNPARSABLE_CLIENT_MESSAGE',
    description: 'The message is not one that /v2/listen has.',
  },
  undecodable: {
    code: 'UNDECODABLE_AUDIO',
    description: 'The audio cannot be decoded.',
  },
  idle: {
    code: 'INACTIVE_CLIENT',
    description: 'No audio came for too long. Send audio, or end the stream with CloseStream.',
  },
  configure: { code: 'INVALID_CONFIGURE', description: 'The Configure message cannot be read.' },
} as const;

/** 1005: a close frame without a code. */
export const turnEndings = {
  done: { code: 1005, reason: '' },
  failed: { code: 1011, reason: '' },
} as const;
