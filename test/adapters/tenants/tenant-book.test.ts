// How long a process believes what it has read of the tenants, by the clock of the test.

import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import {
  mayBeOfTenant,
  TenantBook,
  tenantsFreshMs,
  tenantsStaleMs,
  unknownTokenMs,
} from '../../../adapters/tenants/tenant-book.ts';
import { newTenantToken, tenantTokenHash } from '../../../adapters/tenants/tenant-token.ts';
import { StoreError, type Tenants } from '../../../core/index.ts';
import { drainEventLoop } from '../../support/engine/fake-oracle.ts';

const acme = { id: 'acme', tokenHash: tenantTokenHash('secret'), limits: { worlds: 1 } };

function bookOf(own: Partial<Tenants> = {}) {
  const { tenants } = createMemoryStore();
  if (tenants === undefined) throw new Error('The store has no tenants.');
  const host = { nowMs: 0, reads: 0 };
  const counted: Tenants = {
    ...tenants,
    async list() {
      host.reads += 1;
      return (own.list ?? tenants.list)();
    },
  };
  return { host, tenants, book: new TenantBook(counted, () => host.nowMs) };
}

describe('the tenants of a process', () => {
  it('are found by their tokens, and by the names of worlds', async () => {
    const { book, tenants } = bookOf();
    await tenants.create(acme);
    await book.prepare();
    expect(book.ofToken('secret')).toEqual(acme);
    for (const wrong of ['', 'secre', acme.tokenHash]) expect(book.ofToken(wrong)).toBe(undefined);
    expect(['acme.a', 'acme.', 'acme.a.b'].map((name) => book.ownerOf(name))).toEqual([
      acme,
      acme,
      acme,
    ]);
    for (const name of ['acme', 'acme-.a', 'acm.e', '.acme', 'default', '']) {
      expect(book.ownerOf(name)).toBe(undefined);
    }
  });

  it('are read before the first use, and again while they are used', async () => {
    const { host, book } = bookOf();
    expect(() => book.ofToken('secret')).toThrow(StoreError);
    await Promise.all([book.prepare(), book.prepare()]);
    expect(host.reads).toBe(1);
    host.nowMs = tenantsFreshMs - 1;
    expect(book.prepare()).toBe(undefined);
    expect(host.reads).toBe(1);
    host.nowMs = tenantsFreshMs;
    expect(book.prepare()).toBe(undefined); // what was read is good enough, and is read again meanwhile
    expect(host.reads).toBe(2);
    await drainEventLoop();
    host.nowMs += tenantsStaleMs;
    expect(book.prepare()).toBeInstanceOf(Promise);
    expect(host.reads).toBe(3);
  });

  it('are not believed for longer than five seconds, also while they are asked for', async () => {
    const { host, book, tenants } = bookOf();
    await tenants.create(acme);
    await book.prepare();
    await tenants.remove('acme'); // by another process
    host.nowMs = tenantsStaleMs - 1;
    expect(book.ofToken('secret')).toEqual(acme);
    host.nowMs = tenantsStaleMs;
    expect(() => book.ofToken('secret')).toThrow('The tenants could not be read from the store.');
    await book.prepare();
    expect(book.ofToken('secret')).toBe(undefined);
    expect(tenantsStaleMs).toBe(5_000);
  });

  it('are as old as the beginning of their read', async () => {
    let release: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => (release = resolve));
    const { host, book } = bookOf({ list: async () => slow.then(() => [acme]) });
    const reading = book.prepare();
    host.nowMs = tenantsStaleMs;
    release();
    await reading;
    expect(() => book.ofToken('secret')).toThrow(StoreError);
    expect(book.ownerOf('acme.a')).toEqual(acme);
  });

  it('are read again after a change by this process, also during a read', async () => {
    const releases: (() => void)[] = [];
    let found = [acme];
    const list = async () => {
      const now = found;
      await new Promise<void>((resolve) => void releases.push(resolve));
      return now;
    };
    const { book } = bookOf({ list });
    const reading = book.prepare();
    found = [];
    book.forget();
    releases[0]?.();
    await drainEventLoop();
    releases[1]?.();
    await reading;
    expect(book.ofToken('secret')).toBe(undefined);
  });

  it('are read once for several unknown tokens, and not soon again', async () => {
    const { host, book, tenants } = bookOf();
    await book.prepare();
    await tenants.create(acme); // by another process
    host.nowMs = unknownTokenMs;
    await Promise.all(['secret', 'wrong', 'secret'].map(async (token) => book.prepareFor(token)));
    expect([host.reads, book.ofToken('secret'), book.ofToken('wrong')]).toEqual([
      2,
      acme,
      undefined,
    ]);
    expect(book.prepareFor('secret')).toBe(undefined);
    const waiting = book.prepareFor('wrong');
    await drainEventLoop();
    expect(host.reads).toBe(2);
    await waiting;
    expect(host.reads).toBe(3);
  });

  it('that cannot be read are tried again at the next use', async () => {
    let isAway = true;
    const list = async () => {
      if (isAway) throw new StoreError('unavailable', 'away');
      return [acme];
    };
    const { book } = bookOf({ list });
    await expect(book.prepare()).rejects.toThrow('away');
    isAway = false;
    await book.prepare();
    expect(book.ofToken('secret')).toEqual(acme);
  });
});

it('a token has 32 random bytes, and is stored as its SHA-256', () => {
  const [one, other] = [newTenantToken(), newTenantToken()];
  expect(one).toMatch(/^[\w-]{43}$/);
  expect(one).not.toBe(other);
  expect(tenantTokenHash('abc')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});

it('a world without a dot in its name is of no tenant', () => {
  expect(['default', 'a-b', 'a_b'].some(mayBeOfTenant)).toBe(false);
  expect(mayBeOfTenant('a.b')).toBe(true);
});
