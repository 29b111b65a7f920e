// Limits and ends of /v1/listen (reference/speech.md section 4, "Closing").

/** A session ends after this long without a frame. */
export const listenIdleMsDefault = 10_000;

export const listeningEndings = {
  done: { code: 1000, reason: '' },
  undecodable: { code: 1008, reason: 'DATA-0000' },
  callbacksFull: { code: 1011, reason: 'NET-0000' },
  idle: {
    code: 1011,
    reason:
      'Deepgram did not receive audio data or a text message within the timeout window. See https://dpgr.am/net0001',
  },
} as const;
