// The limits of /v1/speak (reference/speech.md section 3, "Limits and faults").

/** In UTF-16 code units, as JavaScript counts. */
export const textCharsMax = 2_000;
export const flushesPerMinuteMax = 20;
export const sessionMsMax = 60 * 60_000;
export const idleMsDefault = 60_000;

/** Whether an instant lies within the minute before now. */
export function withinMinute(atMs: number, nowMs: number): boolean {
  return atMs > nowMs - 60_000;
}

/** The close codes and reasons of the service. */
export const endings = {
  done: { code: 1000, reason: '' },
  textTooLong: { code: 1009, reason: 'BIG-0001' },
  textTooFast: { code: 1008, reason: 'DATA-0001' },
  idle: { code: 1011, reason: 'NET-0001' },
  tooOld: { code: 1011, reason: 'NET-0003' },
} as const;

export const warnings = {
  unreadable: 'DATA-0000',
  tooManyFlushes: 'EXCESSIVE_FLUSH',
  unspeakable: 'UNSPEAKABLE_TEXT',
} as const;
