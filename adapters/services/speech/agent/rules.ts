// What messages to the voice agent may name in the world and on the host that they come to.

import type { EndpointSecret } from './secrets.ts';

/** Recorded facts: a replay has other hosts. */
export interface AgentRules {
  /** Whether the world has a further model of this name. */
  readonly isConfigured: (model: string) => boolean;
  /** Whether requests may be sent to the host. */
  readonly isAllowed: (hostname: string) => boolean;
}

/** The rules, and the secrets that were found so far, by the place of their endpoint. */
export interface AgentReading extends AgentRules {
  readonly secrets: Map<string, EndpointSecret>;
}
