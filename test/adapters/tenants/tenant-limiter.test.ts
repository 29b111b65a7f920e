// The limits on worlds that are stored and awake.

import { afterEach, describe, expect, it } from 'vitest';
import { LimitError } from '../../../adapters/protocol/admission.ts';
import { nodeHost, openReprise, type Reprise } from '../../../adapters/reprise.ts';
import { openTenants, type OpenTenants } from '../../../adapters/tenants/tenant-control.ts';
import type { TenantLimits } from '../../../core/index.ts';

let reprise: Reprise;
const host = { nowMs: 0 };
afterEach(() => reprise.close());

/** A server with a tenant `acme`, whose worlds a test creates. Worlds sleep when room is needed. */
async function limited(limits: TenantLimits): Promise<OpenTenants> {
  host.nowMs = 0;
  reprise = await openReprise({
    isPaced: false,
    host: { ...nodeHost, monotonicMs: () => host.nowMs },
    sleepAfterMs: 60_000,
    defaults: { clock: 'frozen' },
  });
  const { engine } = reprise;
  if (engine.store.tenants === undefined) throw new Error('The store has no tenants.');
  const opened = openTenants(engine, engine.store.tenants, () => host.nowMs);
  await opened.control.put('acme', limits);
  return opened;
}

const create = (name: string, { limiter }: OpenTenants) =>
  limiter.creating(name, async () => reprise.worlds.create({ name }));

const awake = () => reprise.engine.worlds().map(({ record }) => record.name);
/** Until a world may be put to sleep to make room: it has just been used. */
const unused = () => {
  host.nowMs += 30;
};

describe('a limit on worlds', () => {
  it('refuses further ones, also of several at once', async () => {
    const tenants = await limited({ worlds: 3 });
    const made = ['a', 'b', 'c', 'd', 'e'].map((name) => create(`acme.${name}`, tenants));
    const ends = await Promise.allSettled(made);
    expect(ends.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 3 }, () => 'fulfilled'),
      ...Array.from({ length: 2 }, () => 'rejected'),
    ]);
    await expect(create('acme.f', tenants)).rejects.toMatchObject({
      name: 'LimitError',
      status: 403,
      retryAfterSeconds: undefined,
    });
    await create('b.f', tenants);
    await create('acmef', tenants);
    await reprise.worlds.remove('acme.b');
    await create('acme.f', tenants);
  });

  it('is not used up by creations that fail', async () => {
    const tenants = await limited({ worlds: 1 });
    const failing = tenants.limiter.creating('acme.a', async () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    await create('acme.a', tenants);
  });
});

describe('a limit on worlds that are awake', () => {
  it('puts others of the tenant to sleep, the least used first, and no others', async () => {
    const tenants = await limited({ awakeWorlds: 2 });
    await reprise.worlds.create({ name: 'b.a' });
    for (const name of ['a', 'b', 'c']) {
      unused();
      await create(`acme.${name}`, tenants);
    }
    expect(awake()).toEqual(['default', 'b.a', 'acme.b', 'acme.c']);
    unused();
    await tenants.limiter.open('acme.a');
    expect(awake()).toEqual(['default', 'b.a', 'acme.c', 'acme.a']);
  });

  it('refuses one more with 429 while all are in use', async () => {
    const tenants = await limited({ awakeWorlds: 1 });
    const world = await create('acme.a', tenants);
    const release = reprise.engine.keepAwake(world);
    unused();
    await expect(create('acme.b', tenants)).rejects.toMatchObject({
      status: 429,
      retryAfterSeconds: 1,
    });
    expect(await reprise.engine.store.find('acme.b')).toBe(undefined);
    expect(await tenants.limiter.open('acme.a')).toBe(world);
    release();
    unused();
    await create('acme.b', tenants);
    expect(awake()).toEqual(['default', 'acme.b']);
  });

  it('counts a world once that several requests wake, and none that does not exist', async () => {
    const tenants = await limited({ awakeWorlds: 1 });
    await create('acme.a', tenants);
    unused();
    await create('acme.b', tenants);
    unused();
    expect(await tenants.limiter.open('acme.none')).toBe(undefined);
    expect(awake()).toEqual(['default', 'acme.b']);
    const opened = await Promise.all([1, 2, 3].map(async () => tenants.limiter.open('acme.a')));
    expect(opened.map((world) => world?.record.name)).toEqual(['acme.a', 'acme.a', 'acme.a']);
    expect(awake()).toEqual(['default', 'acme.a']);
  });
});

it('limits requests by the names of worlds, whether these exist', async () => {
  const { limiter } = await limited({ requestsPerMinute: 2 });
  expect(await limiter.admit('acme.none', 0)).toBe(undefined);
  expect(limiter.isExceeded('acme.')).toBe(false);
  await limiter.admit('acme.a', 0);
  expect(limiter.isExceeded('acme.')).toBe(true);
  expect(() => limiter.admit('acme.a', 0)).toThrow(LimitError);
  for (const name of ['default', 'acme', 'b.a', '']) {
    expect([limiter.isExceeded(name), limiter.admit(name, 0)]).toEqual([false, undefined]);
  }
});
