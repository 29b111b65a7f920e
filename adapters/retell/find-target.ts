// Detects the kind of server at a URL: a Reprise, whose clock a replay can move, or any other.

import type { ClientSecretsGiven } from '../contracts/client-login.ts';
import { parsed } from '../recording/format/json-values.ts';
import { controlClient, type ControlBounds } from './control-plane.ts';
import { callHttp, type LiveAnswer } from './http-call.ts';
import { answerMsMax, inTime } from './in-time.ts';
import { MuteTargetError, UnknownWorldError } from './target-errors.ts';
import type { RetellTarget } from './target.ts';

export interface FindOptions extends ControlBounds {
  readonly secrets: ClientSecretsGiven;
  /** The token of the control plane of a server, if it is known. */
  readonly tokenOf: (url: string) => string | undefined;
}

export interface FoundTarget {
  readonly target: RetellTarget;
  /** Of a Reprise whose token is unknown: the URL of its server. */
  readonly withoutToken?: string;
}

/** `base`: as of an upstream. Rejects with MuteTargetError or UnknownWorldError. */
export async function findTarget(base: string, options: FindOptions): Promise<FoundTarget> {
  const { secrets, tokenOf } = options;
  const [, url = base, name = 'default'] = /^(.*?)(?:\/w\/([^/]+))?$/.exec(base) ?? [];
  const isReprise = await answersAsReprise(url, options);
  const target = { base, secrets, hasPublishedKeys: isReprise, hasOwnKeys: true };
  if (!isReprise) return { target };
  const token = tokenOf(url);
  const worldName = decodeURIComponent(name);
  if (token === undefined) {
    if (base !== url) await checkWorld(base, worldName, options);
    return { target, withoutToken: url };
  }
  const { connector, waitMsMax, stopped } = options;
  const client = controlClient({ url, token, connector, waitMsMax, stopped });
  return { target: { ...target, control: { client, token, world: client.world(worldName) } } };
}

async function answersAsReprise(url: string, options: FindOptions): Promise<boolean> {
  const { status, body } = await read(url, '/__reprise/health', options);
  const health = parsed(body.toString()) as { readonly status?: unknown } | undefined;
  return status === 200 && health?.status === 'ok';
}

/** Without a token, a service of the world says whether it is there. */
async function checkWorld(base: string, name: string, options: FindOptions): Promise<void> {
  const { status, body } = await read(base, '/', options);
  if (status === 404 && body.includes(`There is no world named '${name}'`))
    throw new UnknownWorldError(name);
}

async function read(
  base: string,
  url: string,
  { connector, waitMsMax }: FindOptions,
): Promise<LiveAnswer> {
  const request = { method: 'GET', url, headers: {}, body: Buffer.alloc(0) };
  const call = callHttp(base, request, connector);
  const waitMs = answerMsMax(waitMsMax);
  const answer = await inTime(call.answered, waitMs);
  if (answer !== undefined) return answer;
  call.abandon();
  throw new MuteTargetError(waitMs);
}
