// Finds out what the server at a URL is: a Reprise, whose clock can go as that of a session, or any other.

import { createClient } from '../client/index.ts';
import type { ClientSecretsGiven } from '../contracts/client-login.ts';
import { parsed } from '../recording/format/json-values.ts';
import type { Connector } from '../upstream/relay/connector.ts';
import { callHttp } from './http-call.ts';
import type { RetellTarget } from './target.ts';

export interface FindOptions {
  readonly connector: Connector;
  readonly secrets: ClientSecretsGiven;
  /** The token of the control plane of a server, if it is known. */
  readonly tokenOf: (url: string) => string | undefined;
}

export interface FoundTarget {
  readonly target: RetellTarget;
  /** Of a Reprise whose token is unknown: the URL of its server. */
  readonly withoutToken?: string;
}

/** `base`: as of an upstream. */
export async function findTarget(
  base: string,
  { connector, secrets, tokenOf }: FindOptions,
): Promise<FoundTarget> {
  const [, url = base, name = 'default'] = /^(.*?)(?:\/w\/([^/]+))?$/.exec(base) ?? [];
  const isReprise = await answersAsReprise(url, connector);
  const target = { base, secrets, hasPublishedKeys: isReprise, hasOwnKeys: true };
  if (!isReprise) return { target };
  const token = tokenOf(url);
  if (token === undefined) return { target, withoutToken: url };
  const world = createClient({ url, token }).world(decodeURIComponent(name));
  return { target: { ...target, control: { url, token, world } } };
}

async function answersAsReprise(url: string, connector: Connector): Promise<boolean> {
  const request = { method: 'GET', url: '/__reprise/health', headers: {}, body: Buffer.alloc(0) };
  const { status, body } = await callHttp(url, request, connector).answered;
  const health = parsed(body.toString()) as { readonly status?: unknown } | undefined;
  return status === 200 && health?.status === 'ok';
}
