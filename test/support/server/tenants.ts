// Tenants of a test server: requests with their tokens.

import { expect } from 'vitest';
import type { TenantLimits } from '../../../core/index.ts';
import type { JsonBody, TestServer } from './server.ts';

export interface TenantCaller {
  readonly token: string;
  /** Sends a request to the control plane with the tenant's token. */
  readonly control: (
    method: string,
    path: string,
    body?: unknown,
  ) => Promise<{ status: number; body: JsonBody; headers: Headers }>;
}

/** A caller with this token. */
export function callerWith(
  { request }: Pick<TestServer, 'request'>,
  token: string,
): TenantCaller['control'] {
  return (method, path, body) =>
    request(method, `/__reprise${path}`, body, { Authorization: `Bearer ${token}` });
}

/** Creates a tenant. */
export async function addTenant(
  server: Pick<TestServer, 'request' | 'control'>,
  id: string,
  limits: TenantLimits = {},
): Promise<TenantCaller> {
  const { status, body } = await server.control('PUT', `/tenants/${id}`, limits);
  expect(status).toBe(201);
  return { token: body.token, control: callerWith(server, body.token) };
}
