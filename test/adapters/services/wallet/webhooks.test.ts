import { describe, expect, it } from 'vitest';
import {
  liveHeaders,
  expectError,
  unknownId,
  serverForEach,
  uuidV4,
  wireInstant,
} from '../../../support/server/requests.ts';

const server = serverForEach();
const path = '/v2/notifications/subscriptions';
const endpoint = 'https://hooks.example/wallet';

async function subscribe(fields: object = {}, headers: Record<string, string> = {}) {
  const answer = await server().request('POST', path, { endpoint, ...fields }, headers);
  expect(answer.status).toBe(200);
  return answer.body.data;
}

describe('webhook subscriptions', () => {
  it('are created, unrestricted unless they name types', async () => {
    const made = await subscribe();
    expect(made).toEqual({
      id: expect.stringMatching(uuidV4),
      name: 'Subscription 1',
      endpoint,
      enabled: true,
      restricted: false,
      notificationTypes: ['*'],
      createDate: expect.stringMatching(wireInstant),
      updateDate: made.createDate,
    });
    const restricted = await subscribe({ notificationTypes: ['transactions.inbound'] });
    expect(restricted).toMatchObject({ restricted: true, name: 'Subscription 2' });
    const everything = await subscribe({ notificationTypes: ['transactions.inbound', '*'] });
    expect(everything).toMatchObject({ restricted: false });
  });

  it('are read, changed and removed by the real client', async () => {
    const client = server().client();
    const { data: made } = await client.createSubscription({ endpoint });
    const id = made?.id ?? '';
    expect((await client.listSubscriptions()).data).toEqual([made]);
    expect((await client.getSubscription(id)).data).toEqual(made);
    const changed = { ...made, name: 'mine', enabled: false };
    const update = await client.updateSubscription({ id, name: 'mine', enabled: false });
    expect(update.data).toEqual(changed);
    expect((await client.deleteSubscription(id)).status).toBe(204);
    expect((await client.listSubscriptions()).data).toEqual([]);
    await expect(client.getSubscription(id)).rejects.toMatchObject({ status: 404, code: 404 });
  });

  it('are those of one kind of network each', async () => {
    const { id } = await subscribe();
    expect((await server().request('GET', path, undefined, liveHeaders)).body.data).toEqual([]);
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { name: '', enabled: true } : undefined;
      const asked = await server().request(method, `${path}/${id}`, body, liveHeaders);
      expectError(asked, 404, 404);
    }
  });

  it('are 20 in number at most, on each kind of network', async () => {
    for (let made = 0; made < 20; made += 1) await subscribe();
    expectError(await server().request('POST', path, { endpoint }), 400, -1);
    await subscribe({}, liveHeaders);
  });

  it.each([
    [{}],
    [{ endpoint: 'hooks.example' }],
    [{ endpoint: 'http://hooks.example/' }],
    [{ endpoint: 'ftp://127.0.0.1/' }],
    [{ endpoint, notificationTypes: ['transactions.unheard'] }],
    [{ endpoint: `https://hooks.example/${'a'.repeat(1_000)}` }],
  ])('are not created from %j', async (body) => {
    expectError(await server().request('POST', path, body), 400, 2);
  });

  it.each(['http://127.0.0.1:9/', 'http://localhost/hook', 'http://[::1]:80/'])(
    'may be for %s, which is this machine',
    async (local) => {
      expect(await subscribe({ endpoint: local })).toMatchObject({ endpoint: local });
    },
  );

  it.each(['GET', 'PATCH', 'DELETE'])('that are not there: %s is answered 404', async (method) => {
    const body = method === 'PATCH' ? { name: 'x', enabled: true } : undefined;
    expectError(await server().request(method, `${path}/${unknownId}`, body), 404, 404);
    expectError(await server().request(method, `${path}/no-uuid`, body), 400, 156009);
  });

  it('require a name and a flag for updates', async () => {
    const { id } = await subscribe();
    expectError(await server().request('PATCH', `${path}/${id}`, { name: 'x' }), 400, 2);
    expectError(await server().request('PATCH', `${path}/${id}`, { enabled: true }), 400, 2);
  });
});
