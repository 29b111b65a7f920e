// The secrets of endpoints: header values, and credentials in URLs. They never enter the core; a vault in memory has them.

import type { speech, World } from '../../../../core/index.ts';
import { replaceCredentials, secretMark, withoutCredentials } from '../../../url-credentials.ts';

/** A request's URL and headers, as the client gave them. */
export interface EndpointSecret {
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** By the place of the endpoint: `thinkPlace` or `functionPlace`. */
export type EndpointSecrets = ReadonlyMap<string, EndpointSecret>;

/** The endpoint of an entry of the list of thinkers. */
export function thinkPlace(entry: number): string {
  return `think.${entry}`;
}

/** The endpoint of a function of such an entry. */
export function functionPlace(entry: number, name: string): string {
  return `think.${entry}.functions.${name}`;
}

/** The URL and headers to call; undefined if they had secrets that are gone: after a restart, and in a fork. */
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

/** As the core has it: with marks in place of credentials, without a fragment. */
export function maskedUrl(url: string): string {
  return withoutCredentials(url.replace(/#.*$/s, ''));
}

export function headerNames(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.keys(headers).sort();
}

export function hasCredentials(url: string): boolean {
  return credentialsIn(url).length > 0;
}

/** Whether a URL was shown, with marks in place of credentials. */
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
  /** Those of the thought that was in flight when the present ones were set. */
  readonly asked?: { readonly thought: string; readonly secrets: EndpointSecrets };
}

/** The secrets of one world, in memory alone. */
export class SecretVault {
  readonly #ofSessions = new Map<string, SessionSecrets>();
  readonly #ofAgents = new Map<string, EndpointSecrets>();
  /** Of sessions whose thinkers are those of a registered agent: its id. */
  readonly #agents = new Map<string, string>();

  /** Those that a thought was asked with; without one, those of the next thought. */
  ofSession(id: string, thought?: speech.ThoughtPlace): EndpointSecrets {
    const { present, asked } = this.#ofSessions.get(id) ?? { present: none };
    const isAsked = thought !== undefined && asked?.thought === nameOf(thought);
    return isAsked ? asked.secrets : present;
  }

  /** In place of those before, which a thought in flight keeps. */
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

  /** The id of the registered agent whose thinkers a session has; undefined for thinkers of its own. */
  agentOf(id: string): string | undefined {
    return this.#agents.get(id);
  }

  /** Of a session that has ended. */
  deleteSession(id: string): void {
    this.#ofSessions.delete(id);
    this.#agents.delete(id);
  }

  /** Of a registered agent. */
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

/** Worlds are told apart by their records, since each request has a world of its own. */
const vaults = new WeakMap<World['record'], SecretVault>();

export function secretVaultOf({ record }: Pick<World, 'record'>): SecretVault {
  let vault = vaults.get(record);
  if (vault === undefined) {
    vault = new SecretVault();
    vaults.set(record, vault);
  }
  return vault;
}
