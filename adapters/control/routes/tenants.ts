// Control routes of tenants, for the operator only: list, create, limit, give new tokens, remove.

import { WorldElsewhere } from '../../../core/index.ts';
import { ControlError, type ControlCall } from '../../contracts/control-call.ts';
import {
  bySchemas,
  controlRoute,
  emptyBody,
  type ControlRoute,
} from '../../contracts/control-route.ts';
import type { TenantControl } from '../../contracts/tenant-control.ts';
import { tenantIdCharsMax, tenantsMax } from '../../protocol/limits.ts';
import { json } from '../../protocol/messages.ts';
import type { Params } from '../../protocol/routes/route.ts';
import { quoted } from '../../wording.ts';
import {
  newTenantAnswer,
  printTenant,
  removeTenantQuery,
  tenantAnswer,
  tenantIdPattern,
  tenantLimits,
  tenantsAnswer,
  tenantTokenAnswer,
} from '../wire/tenants.ts';

export const tenantRoutes: readonly ControlRoute[] = [
  controlRoute({
    methods: ['GET'],
    path: '/tenants',
    name: 'listTenants',
    summary: 'List the tenants, with their limits and the numbers of their worlds.',
    answers: { 200: { description: 'The tenants by id.', body: tenantsAnswer } },
    handle: async ({ options: { tenants } }) =>
      json(200, { tenants: ((await tenants?.list()) ?? []).map(printTenant) }),
  }),
  controlRoute({
    methods: ['PUT'],
    path: '/tenants/:id',
    name: 'putTenant',
    summary: 'Create a tenant, or replace its limits; omitted ones do not limit it.',
    reads: bySchemas({ body: tenantLimits }),
    answers: {
      200: { description: 'The tenant with its new limits.', body: tenantAnswer },
      201: { description: 'The new tenant with its token.', body: newTenantAnswer },
      409: { description: 'There are too many tenants, or the store cannot have any.' },
    },
    handle: async (call, { params, body }) => {
      const put = await tenantsOf(call).put(newId(params), body);
      if (put === undefined) {
        const message = `There are ${tenantsMax} tenants, which is the maximum; remove one first.`;
        throw new ControlError(409, 'too-many-tenants', message);
      }
      const { tenant, token } = put;
      return token === undefined
        ? json(200, printTenant(tenant))
        : json(201, { ...printTenant(tenant), token });
    },
  }),
  controlRoute({
    methods: ['POST'],
    path: '/tenants/:id/token',
    name: 'drawTenantToken',
    summary: 'Draw a new token for a tenant, in place of the one that it has.',
    reads: bySchemas({ body: emptyBody }),
    answers: {
      200: { description: 'The new token.', body: tenantTokenAnswer },
      409: { description: 'The store cannot have tenants.' },
    },
    handle: async (call, { params }) => {
      const id = params['id'] ?? '';
      const token = await tenantsOf(call).drawToken(id);
      if (token === undefined) throw unknownTenant(id);
      return json(200, { id, token });
    },
  }),
  controlRoute({
    methods: ['DELETE'],
    path: '/tenants/:id',
    name: 'removeTenant',
    summary: 'Remove a tenant that has no worlds, or with its worlds.',
    reads: bySchemas({ query: removeTenantQuery }),
    answers: {
      204: { description: 'The tenant is removed.' },
      409: { description: 'It has worlds, or one that another process serves.' },
    },
    handle: async (call, { params, query }) => {
      const id = params['id'] ?? '';
      const left = await removed(call, id, query.worlds === 'remove');
      if (left === undefined) throw unknownTenant(id);
      if (left === 0) return { status: 204, headers: {} };
      const message = `Tenant '${id}' has ${left} worlds: remove them first, or send ?worlds=remove.`;
      throw new ControlError(409, 'tenant-has-worlds', message);
    },
  }),
];

async function removed(
  call: ControlCall,
  id: string,
  withWorlds: boolean,
): Promise<number | undefined> {
  try {
    return await tenantsOf(call).remove(id, withWorlds);
  } catch (error) {
    if (!(error instanceof WorldElsewhere)) throw error;
    const message = `${error.message} Remove it with DELETE /__reprise/worlds/<name>, then send this again.`;
    throw new ControlError(409, 'world-elsewhere', message);
  }
}

function tenantsOf({ options: { tenants } }: ControlCall): TenantControl {
  if (tenants !== undefined) return tenants;
  throw new ControlError(409, 'no-tenants', 'The store of this server cannot have tenants.');
}

/** The id of a tenant that may be created. */
function newId(params: Params): string {
  const id = params['id'] ?? '';
  if (tenantIdPattern.test(id)) return id;
  const message = `The id of a tenant must be 1 to ${tenantIdCharsMax} letters, digits and dashes, and start with a letter or digit, not ${quoted(id)}.`;
  throw new ControlError(400, 'invalid-request', message);
}

function unknownTenant(id: string): ControlError {
  const message = `There is no tenant ${quoted(id)}; GET /__reprise/tenants lists all.`;
  return new ControlError(404, 'tenant-unknown', message);
}
