// The limits of the HTTP side, by name; adapters/README.md lists them. Each is tested at its edge, or as the setting by which
// Node keeps it.

/** The largest body that any host takes. */
export const bodyBytesMax = 1024 * 1024;
/** The bytes of all bodies together that a server has read and not answered yet. */
export const bodiesBytesMax = 128 * 1024 * 1024;
/** The bytes of all answers together that clients have not taken yet; requests beyond them are refused. */
export const answersBytesMax = 128 * 1024 * 1024;
/** What is still read of a body that is too large, so that its sender sees the refusal. */
export const drainedBytesMax = 64 * 1024 * 1024;
/** Headers and URL together. */
export const headerBytesMax = 16 * 1024;
/** The longest path and query: links repeat them, and clients take 16 KiB of headers. */
export const urlCharsMax = 3_000;

/** How long a request may take to come in. */
export const requestMsMax = 30_000;
/** How long a connection may stay between two requests. */
export const idleMsMax = 65_000;

/** The most connections that are served at a time. */
export const connectionsMax = 2_000;
/** As many more are told that they are not; those above are closed without a word. */
export const surplusConnectionsMax = 200;
/** The most requests of one connection that are under way at a time. */
export const pipelinedRequestsMax = 64;

/** The most event streams that are open at a time. */
export const eventStreamsMax = 100;
/** The most frames that are handed to a session at once. */
export const framesMax = 100;
/** The longest name of a world. */
export const worldNameCharsMax = 64;
/** The most worlds in one process. */
export const worldsMax = 10_000;
/** Rows of one table in a look at a state. */
export const stateRowsMax = 1_000;
/** Events of one page, in JSON. */
export const eventsPageMax = 1_000;
/** The longest page of a list, or feed, of the calendar, in characters, unless it has a single item. */
export const pageCharsMax = 16_000_000;
/** Events of one page of an iCalendar feed. */
export const feedEventsMax = 2_000;
/** The longest instant or duration, as text. */
export const timeTextCharsMax = 64;
/** A stream that has had nothing to tell for so long says that it is still there. */
export const heartbeatMs = 15_000;
/** A comment, which clients of server-sent events skip. */
export const heartbeat = ': still here\n\n';
/** How long the reader of a stream may take nothing before he is dropped. */
export const readerWaitMsMax = 30_000;

/** How long an endpoint may take for the answer to a webhook (reference/wallet.md section 11). */
export const webhookMsMax = 5_000;
/** What is read of such an answer, whose status alone counts. */
export const webhookAnswerBytesMax = 64 * 1024;
/** The most webhooks to one subscription that are in flight at a time. */
export const webhooksAtOnceMax = 8;
/** The most webhooks of all worlds that are in flight at a time. */
export const webhooksInFlightMax = 256;
