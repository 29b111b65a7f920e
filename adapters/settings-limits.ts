// Limits of the settings of a world, by name; adapters/README.md lists them.

/** Wallet API keys of a world. */
export const walletKeysMax = 100;
/** Entries of `walletRefusals`. */
export const walletRefusalsMax = 100;
/** Requests of one kind in a virtual second, in `rateLimits`. */
export const requestsPerSecondMax = 1_000;

/** Users of a calendar. */
export const calendarUsersMax = 1_000;
/** The largest id of a calendar user. */
export const calendarUserIdMax = 1_000_000_000;
/** The login of a calendar user. */
export const loginCharsMax = 60;
/** The application password of a calendar user. */
export const applicationPasswordCharsMax = 500;
/** The time zone of a site. */
export const siteZoneCharsMax = 64;
/** The values of `perPage` and `perPageMax`. */
export const pageItemsMax = 1_000;
/** The currency symbol of a site. */
export const currencySymbolCharsMax = 10;
/** Further namespaces of the REST interface. */
export const namespacesMax = 10;
/** Segments of a namespace: `tribe/events/v1` has three. */
export const namespaceSegmentsMax = 5;
/** One segment of a namespace. */
export const namespaceSegmentCharsMax = 40;
/** The name of a taxonomy. */
export const taxonomyCharsMax = 32;
/** The radius of a search near a place, in miles: half the circumference of the earth. */
export const geolocationMilesMax = 12_500;

/** Speech keys of a world. */
export const speechKeysMax = 100;
/** A speech key. */
export const speechKeyCharsMax = 200;
/** Further models of a world (`speech.models`). */
export const speechModelsMax = 100;
/** The name of such a model. */
export const speechModelCharsMax = 100;
/** `speech.idleMs`: a day. */
export const sessionIdleMsMax = 86_400_000;
/** `speech.limits.charactersPerMinute`. */
export const charactersPerMinuteMax = 1_000_000;
/** `speech.agent.pace`, as a multiple of real time. */
export const agentPaceMax = 100;
/** A latency in `speech.agent.latency`, in milliseconds. */
export const agentLatencyMsMax = 600_000;
