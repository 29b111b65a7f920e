// Who calls the control plane: the operator or a tenant, by the token of the request.

import { createHash, timingSafeEqual } from 'node:crypto';
import { isWorldOfTenant, type Tenant } from '../../core/index.ts';
import { ControlError } from '../contracts/control-call.ts';
import { controlPrefix } from '../contracts/control-route.ts';
import type { TenantControl } from '../contracts/tenant-control.ts';
import type { HttpRequest, RawRequest } from '../protocol/messages.ts';
import { ownWorldNameIn, pathIn } from '../protocol/request-target.ts';

type Headers = HttpRequest['headers'];

export class Credentials {
  readonly #token: string;
  readonly #tenants: TenantControl | undefined;

  /** `token`: of the operator. */
  constructor(token: string, tenants: TenantControl | undefined) {
    this.#token = token;
    this.#tenants = tenants;
  }

  /** Reads what `callerOf` needs to know; undefined if it knows it. Never rejects: `callerOf` throws then. */
  prepare({ authorization }: Headers): Promise<void> | undefined {
    const token = tokenIn(authorization);
    if (token === '' || isEqual(token, this.#token)) return undefined;
    return this.#tenants?.prepare(token)?.catch(() => undefined);
  }

  /**
   * The tenant of a request; undefined for the operator. Throws ControlError unless it has one of their tokens, StoreError if the
   * tenants are not known.
   */
  callerOf({ authorization }: Headers): Tenant | undefined {
    const token = tokenIn(authorization);
    if (isEqual(token, this.#token)) return undefined;
    const tenant = token === '' ? undefined : this.#tenants?.ofToken(token);
    if (tenant !== undefined) return tenant;
    const message = 'Send Authorization: Bearer <token>; the server prints its token at startup.';
    throw new ControlError(401, 'unauthorized', message);
  }

  /**
   * Whether another node may be asked to answer: this one refuses requests to the control plane for worlds that their caller may not
   * see, so that no failure of a node shows that there are such worlds.
   */
  mayForward(raw: Pick<RawRequest, 'url' | 'headers'>): boolean | Promise<boolean> {
    if (!pathIn(raw.url).startsWith(controlPrefix)) return true;
    const world = ownWorldNameIn(raw);
    if (world === undefined) return true; // the other node looks at the token
    const mayForward = () => {
      try {
        const tenant = this.callerOf(raw.headers);
        return tenant === undefined || isWorldOfTenant(world, tenant.id);
      } catch {
        return false;
      }
    };
    return this.prepare(raw.headers)?.then(mayForward) ?? mayForward();
  }
}

/** The token of a header; empty without one. */
function tokenIn(header: string | undefined): string {
  return /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1] ?? '';
}

/** Compares in constant time. */
function isEqual(given: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
