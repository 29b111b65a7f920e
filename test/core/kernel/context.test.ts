import { describe, expect, it } from 'vitest';
import { createContext, type Genesis } from '../../../core/kernel/context.ts';
import { idByKey, idByOrdinal } from '../../../core/kernel/ids.ts';
import { epochMs, genesisOf, hash } from '../../support/engine/pure-world.ts';

const createdBy = { key: 'a key of the client', index: 3 };

function contextOf(own: Partial<Genesis> = {}, nowMs = epochMs) {
  return createContext({ ...genesisOf('seed'), ...own }, hash, nowMs);
}

describe('createContext', () => {
  it('passes on the instant and the hash', () => {
    const context = contextOf({}, epochMs + 5);
    expect(context.nowMs).toBe(epochMs + 5);
    expect(context.hash('text')).toBe(hash('text'));
  });

  it('derives ids from the ordinal and ignores the key', () => {
    const context = contextOf();
    expect(context.id('wallet', 7)).toBe(idByOrdinal(hash, 'seed', 'wallet', 7));
    expect(context.id('wallet', 7, createdBy)).toBe(context.id('wallet', 7));
  });

  it('derives ids from the idempotency key if the world does so', () => {
    const context = contextOf({ ids: 'idempotency-key' });
    expect(context.id('wallet', 7, createdBy)).toBe(
      idByKey(hash, 'wallet', createdBy.key, createdBy.index),
    );
    expect(context.id('wallet', 8, createdBy)).toBe(context.id('wallet', 7, createdBy));
    expect(context.id('wallet', 7, { ...createdBy, index: 4 })).not.toBe(
      context.id('wallet', 7, createdBy),
    );
  });

  it('falls back to the ordinal for records without a keyed request', () => {
    const context = contextOf({ ids: 'idempotency-key' });
    expect(context.id('transaction', 2)).toBe(contextOf().id('transaction', 2));
  });

  it('returns 64 bytes for a name, as hex, with two different halves', () => {
    const bytes = contextOf().bytes('block/1');
    expect(bytes).toMatch(/^[0-9a-f]{128}$/);
    expect(bytes.slice(0, 64)).not.toBe(bytes.slice(64));
  });

  it('returns the same bytes and numbers at every instant, and others for another seed or name', () => {
    const [early, late] = [contextOf(), contextOf({}, epochMs + 1_000)];
    expect(late.bytes('block/1')).toBe(early.bytes('block/1'));
    expect(late.rng('fees').next()).toBe(early.rng('fees').next());
    expect(early.bytes('block/2')).not.toBe(early.bytes('block/1'));
    expect(contextOf({ seed: 'other' }).bytes('block/1')).not.toBe(early.bytes('block/1'));
    expect(contextOf({ seed: 'other' }).rng('fees').next()).not.toBe(early.rng('fees').next());
  });

  it('derives ids and numbers from the seed of a fork, and keys from that of the world', () => {
    const [world, fork] = [contextOf(), contextOf({ forkSeed: 'other' })];
    expect(fork.bytes('wallet-set/1')).toBe(world.bytes('wallet-set/1'));
    expect(fork.id('wallet', 7)).toBe(contextOf({ seed: 'other' }).id('wallet', 7));
    expect(fork.rng('fees').next()).toBe(contextOf({ seed: 'other' }).rng('fees').next());
  });

  it('returns a generator in its initial state each time', () => {
    const context = contextOf();
    const first = context.rng('fees');
    const drawn = [first.next(), first.next()];
    const again = context.rng('fees');
    expect([again.next(), again.next()]).toEqual(drawn);
  });
});
