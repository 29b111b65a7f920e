// The limits of the HTTP side, by name. Each is tested at its edge.

/** The most event streams that are open at a time. */
export const eventStreamsMax = 100;
/** Events of one page, in JSON. */
export const eventsPageMax = 1_000;
/** Events that a stream reads from the store at a time; no more than these wait for its reader. */
export const eventsReadMax = 100;
/** A stream that has had nothing to tell for so long says that it is still there. */
export const heartbeatMs = 15_000;
/** How long the reader of a stream may take nothing before he is dropped. */
export const readerWaitMsMax = 30_000;
