import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CountRequest } from '../../../../core/wallet/commands/rate.ts';
import { epochMs, pureWorld } from '../../../support/engine/pure-world.ts';

const request = (perSecond: number, own: Partial<CountRequest> = {}): CountRequest => ({
  type: 'CountRequest',
  network: 'test',
  kind: 'get',
  perSecond,
  ...own,
});

describe('countRequest', () => {
  it('lets in as many as there may be, and others when their second is over', () => {
    const world = pureWorld();
    world.did(request(2));
    world.pass(400);
    world.did(request(2));
    expect(world.refused(request(2)).code).toBe('RATE_LIMITED');
    world.pass(599);
    expect(world.refused(request(2)).code).toBe('RATE_LIMITED');
    world.pass(1);
    world.did(request(2));
    expect(world.refused(request(2)).code).toBe('RATE_LIMITED');
  });

  it('counts each kind, and each kind of key, on its own', () => {
    const world = pureWorld();
    world.did(request(1));
    world.did(request(1, { kind: 'sign' }));
    world.did(request(1, { network: 'main' }));
    expect(world.refused(request(1, { kind: 'sign' })).code).toBe('RATE_LIMITED');
  });

  it('keeps no more than the requests of a second', () => {
    const world = pureWorld();
    for (let count = 0; count < 50; count += 1) {
      world.did(request(3));
      world.pass(400);
    }
    const latestMs = [47, 48, 49].map((count) => epochMs + count * 400);
    expect([...world.wallet.requestWindows.values()]).toEqual([{ id: 'test/get', latestMs }]);
  });

  it('lets in every request that finds fewer than the limit in its second, and no other', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.nat(700), { maxLength: 60 }),
        (perSecond, pauses) => {
          const world = pureWorld();
          const letIn: number[] = [];
          for (const pauseMs of pauses) {
            world.pass(pauseMs);
            const now = world.state.nowMs;
            const found = letIn.filter((atMs) => atMs > now - 1_000).length;
            const { ok } = world.send(request(perSecond));
            expect(ok).toBe(found < perSecond);
            if (ok) letIn.push(now);
          }
          for (const start of letIn) {
            const inSpan = letIn.filter((atMs) => atMs >= start && atMs < start + 1_000).length;
            expect(inSpan).toBeLessThanOrEqual(perSecond);
          }
        },
      ),
    );
  });
});
