// The limits of the HTTP side, by name; adapters/README.md lists them. Each is tested at its edge, or as a setting of Node.

/** The largest request body of any host. */
export const bodyBytesMax = 1024 * 1024;
/** A longer body is read in one turn of the event loop and used in another: each takes up to 40 ms. */
export const bodyBytesPerTurn = 100_000;
/** All request bodies together that a server has read but not answered. */
export const bodiesBytesMax = 128 * 1024 * 1024;
/** All responses together that clients have not read; further requests are refused. */
export const answersBytesMax = 128 * 1024 * 1024;
/** The bytes that are read and dropped of a refused body, so that its sender sees the refusal. */
export const drainedBytesMax = 64 * 1024 * 1024;
/** Headers and URL together. */
export const headerBytesMax = 16 * 1024;
/** Larger ones are not read to their end: the refusal has the form of no service. */
export const headerBytesReadMax = 2 * headerBytesMax;
/** The longest path and query: Link headers repeat them, and clients accept 16 KiB of headers. */
export const urlCharsMax = 3_000;
/** The same of an upgrade to a WebSocket: a session has all its parameters there. */
export const upgradeUrlCharsMax = 12_000;

/** How long a request may take to arrive. */
export const requestMsMax = 30_000;
/** How long a connection may be idle between two requests. */
export const idleMsMax = 65_000;

/** How long a client may wait for an answer that a fault withholds; then the connection is reset. */
export const hangMsMax = 300_000;

/** The most connections served at a time. */
export const connectionsMax = 2_000;
/** As many more get a refusal; those beyond are closed without a response. */
export const surplusConnectionsMax = 200;
/** The most requests in flight on one connection. */
export const pipelinedRequestsMax = 64;

/** The most open event streams. */
export const eventStreamsMax = 100;
/** The most frames in one request to a session. */
export const framesMax = 100;
/** The longest name of a world. */
export const worldNameCharsMax = 64;
/** The most worlds that are awake in one process. */
export const worldsMax = 10_000;
/** Worlds of one page of their list. */
export const worldsPageMax = 1_000;
/** Tenants of one store. */
export const tenantsMax = 1_000;
/** The longest id of a tenant. */
export const tenantIdCharsMax = 32;
/** Rows of one table in a view of the state. */
export const stateRowsMax = 1_000;
/** Events of one page, in JSON. */
export const eventsPageMax = 1_000;
/** Inputs of one page of a journal. */
export const journalPageMax = 1_000;
/** Stretches of time in one timeline. */
export const timelineBucketsMax = 10_000;
/** Thoughts of agents of one page. */
export const thoughtsPageMax = 100;
/** Samples of all channels in one answer with the audio of a session. */
export const audioAnswerSamplesMax = 8 * 1024 * 1024;
/** Uploaded recordings that wait for their replay, with the one under way. */
export const uploadsMax = 8;
/** How long the replay of an uploaded recording may take. */
export const uploadMsMax = 30_000;
/** The longest story of an uploaded recording, in characters. */
export const uploadStoryCharsMax = 64_000_000;
/** Requests of a world in its journal. */
export const journaledRequestsMax = 1_000;
/** The journals of all worlds together, roughly; above it they drop their older halves. */
export const journalBytesMax = 64 * 1024 * 1024;
/** Requests that wait to be reported; further ones are left out. */
export const reportsWaitingMax = 10_000;
/** The largest body, of a request or of an answer with an error, in the journal. */
export const journaledBodyBytesMax = 4 * 1024;
/** The events of one request that the journal lists. */
export const requestEventsMax = 100;
/** The longest page of a list, or feed, of the calendar, in characters, unless it has a single item. */
export const pageCharsMax = 16_000_000;
/** Events of one page of an iCalendar feed. */
export const feedEventsMax = 2_000;
/** The longest instant or duration, as text. */
export const timeTextCharsMax = 64;
/** The interval of heartbeats on a stream without other texts. */
export const heartbeatMs = 15_000;
/** A comment of server-sent events, which clients skip. */
export const heartbeat = ': still here\n\n';
/** How long a client may read nothing before it is disconnected. */
export const readerWaitMsMax = 30_000;

/** How long an endpoint may take to answer a webhook (reference/wallet.md section 11). */
export const webhookMsMax = 5_000;
/** The bytes that are read of the answer to a webhook; only its status counts. */
export const webhookAnswerBytesMax = 64 * 1024;
/** The most webhooks in flight to one subscription. */
export const webhooksAtOnceMax = 8;
/** The most webhooks in flight of all worlds. */
export const webhooksInFlightMax = 256;

/** How long a live thinker of the voice agent may take for its whole answer. */
export const thoughtMsMax = 30_000;
/** The bytes of its answer. */
export const thoughtBytesMax = 1024 * 1024;
/** The sentences of its answer, and the functions that it calls. */
export const thoughtSentencesMax = 500;
export const thoughtCallsMax = 100;
/** How long the endpoint of a function of the voice agent may take to answer. */
export const functionMsMax = 10_000;
/** The bytes of its answer. */
export const functionBytesMax = 64 * 1024;
