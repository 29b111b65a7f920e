// The setting that requires a registered entity secret before its first use (reference/wallet.md section 2, 156016).

import { describe, expect, it } from 'vitest';
import { testKey } from '../../../support/server/server.ts';
import { expectError, idempotentFields, serverForEach } from '../../../support/server/requests.ts';

describe('a world that requires a registered entity secret', () => {
  const server = serverForEach({
    defaults: { config: { walletKeys: [testKey], entitySecret: 'registered' } },
  });

  it('refuses ciphertexts before the registration, and accepts them after it', async () => {
    const make = async () =>
      server().request('POST', '/v1/w3s/developer/walletSets', await idempotentFields(server()));
    expectError(await make(), 403, 156016);
    const register = async () =>
      server().request(
        'POST',
        '/v1/w3s/config/entity/entitySecret',
        await idempotentFields(server()),
      );
    expect((await register()).status).toBe(200);
    expectError(await register(), 409, 156015);
    expect((await make()).status).toBe(201);
  });

  it('shows the setting', async () => {
    const { body } = await server().control('GET', '/worlds/default');
    expect(body.config).toEqual({
      ids: 'ordinal',
      walletKeys: [testKey],
      entitySecret: 'registered',
    });
  });
});
