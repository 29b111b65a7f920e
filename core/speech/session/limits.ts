// Limits of a world that all channels share.

/** Open sessions. */
export const sessionsMax = 10_000;

/** Callbacks without an outcome. */
export const callbacksMax = 10_000;
