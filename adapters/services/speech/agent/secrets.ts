// The secrets of endpoints: header values, and credentials in URLs. They are in a vault in memory and never enter the core.

import type { speech, World } from '../../../../core/index.ts';
import { replaceCredentials, secretMark, withoutCredentials } from '../../../url-credentials.ts';

/** The URL and headers of a request, as the client sent them. */
export interface EndpointSecret {
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** By the place of the endpoint: `thinkPlace` or `functionPlace`. */
export type EndpointSecrets = ReadonlyMap<string, EndpointSecret>;

/** The place of the endpoint of a thinker. */
export function thinkPlace(entry: number): string {
  return `think.${entry}`;
}

/** The place of the endpoint of a thinker's function. */
export function functionPlace(entry: number, name: string): string {
  return `think.${entry}.functions.${name}`;
}

/** The URL and headers to call; undefined if their secrets are lost, as after a restart and in a fork. */
export function revealed(
  { url, headers }: speech.Endpoint,
  secret: EndpointSecret | undefined,
): EndpointSecret | undefined {
  if (secret !== undefined) {
    const isOfEndpoint =
      maskedUrl(secret.url) === url && headers.join() === headerNames(secret.headers).join();
    return isOfEndpoint ? secret : undefined;
  }
  return headers.length === 0 && !hasCredentials(url) ? { url, headers: {} } : undefined;
}

/** The URL for the core: with marks in place of credentials, without a fragment. */
export function maskedUrl(url: string): string {
  return withoutCredentials(url.replace(/#.*$/s, ''));
}

export function headerNames(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.keys(headers).sort();
}

export function hasCredentials(url: string): boolean {
  return credentialsIn(url).length > 0;
}

/** Whether a URL has marks in place of credentials. */
export function hasMarkedCredentials(url: string): boolean {
  return credentialsIn(url).includes(secretMark);
}

function credentialsIn(url: string): readonly string[] {
  const found: string[] = [];
  replaceCredentials(url, (_kind, text) => {
    found.push(text);
    return text;
  });
  return found;
}

interface SessionSecrets {
  readonly present: EndpointSecrets;
  /** The secrets of the thought that was in flight when the current ones were set. */
  readonly asked?: { readonly thought: string; readonly secrets: EndpointSecrets };
}

/** The secrets of one world, in memory only. */
export class SecretVault {
  readonly #ofSessions = new Map<string, SessionSecrets>();
  readonly #ofAgents = new Map<string, EndpointSecrets>();
  /** By session: the id of the registered agent whose thinkers it uses. */
  readonly #agents = new Map<string, string>();

  /** The secrets of a thought; without an id, those of the next thought. */
  ofSession(id: string, thought?: speech.ThoughtPlace): EndpointSecrets {
    const { present, asked } = this.#ofSessions.get(id) ?? { present: none };
    const isAsked = thought !== undefined && asked?.thought === nameOf(thought);
    return isAsked ? asked.secrets : present;
  }

  /** Replaces the secrets of a session. A thought in flight keeps its own. */
  setSession(id: string, secrets: EndpointSecrets, inFlight?: speech.ThoughtPlace): void {
    this.#agents.delete(id);
    const kept =
      inFlight === undefined
        ? undefined
        : { thought: nameOf(inFlight), secrets: this.ofSession(id, inFlight) };
    if (secrets.size > 0 || (kept?.secrets.size ?? 0) > 0) {
      this.#ofSessions.set(id, {
        present: secrets,
        ...(kept === undefined ? {} : { asked: kept }),
      });
    } else this.#ofSessions.delete(id);
  }

  /** As `setSession`, with the secrets of a registered agent. */
  setSessionAgent(id: string, agentId: string, inFlight?: speech.ThoughtPlace): void {
    this.setSession(id, this.ofAgent(agentId), inFlight);
    this.#agents.set(id, agentId);
  }

  /** The id of the registered agent whose thinkers a session uses; undefined if it has its own. */
  agentOf(id: string): string | undefined {
    return this.#agents.get(id);
  }

  /** Deletes the secrets of an ended session. */
  deleteSession(id: string): void {
    this.#ofSessions.delete(id);
    this.#agents.delete(id);
  }

  /** The secrets of a registered agent. */
  ofAgent(id: string): EndpointSecrets {
    return this.#ofAgents.get(id) ?? none;
  }

  setAgent(id: string, secrets: EndpointSecrets): void {
    if (secrets.size === 0) this.#ofAgents.delete(id);
    else this.#ofAgents.set(id, secrets);
  }
}

const none: EndpointSecrets = new Map();

function nameOf({ turn, round, entry }: speech.ThoughtPlace): string {
  return `${turn}.${round}.${entry}`;
}

/** By world record, since each request has a world object of its own. */
const vaults = new WeakMap<World['record'], SecretVault>();

export function secretVaultOf({ record }: Pick<World, 'record'>): SecretVault {
  let vault = vaults.get(record);
  if (vault === undefined) {
    vault = new SecretVault();
    vaults.set(record, vault);
  }
  return vault;
}
