import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CountRequest } from '../../../../core/wallet/commands/rate.ts';
import { wallet } from '../../../../core/wallet/index.ts';
import { epochMs } from '../../../support/engine/pure-world.ts';
import { given } from '../../../support/given.ts';

const request = (perSecond: number, own: Partial<CountRequest> = {}): CountRequest => ({
  type: 'CountRequest',
  network: 'test',
  kind: 'get',
  perSecond,
  ...own,
});

describe('countRequest', () => {
  it('accepts requests up to the limit, and others after their second', () => {
    const world = given(wallet);
    world
      .having(request(2))
      .after('400ms')
      .having(request(2))
      .when(request(2))
      .refused('RATE_LIMITED')
      .after('599ms')
      .when(request(2))
      .refused('RATE_LIMITED')
      .after('1ms')
      .having(request(2))
      .when(request(2))
      .refused('RATE_LIMITED');
  });

  it('counts each kind of request, and each kind of key, separately', () => {
    const world = given(wallet);
    world
      .having(request(1))
      .having(request(1, { kind: 'sign' }))
      .having(request(1, { network: 'main' }))
      .when(request(1, { kind: 'sign' }))
      .refused('RATE_LIMITED');
  });

  it('stores the requests of the last second only', () => {
    const world = given(wallet);
    for (let count = 0; count < 50; count += 1) {
      world.having(request(3)).after('400ms');
    }
    const latestMs = [47, 48, 49].map((count) => epochMs + count * 400);
    expect([...world.wallet.requestWindows.values()]).toEqual([{ id: 'test/get', latestMs }]);
  });

  it('accepts exactly the requests with fewer than the limit in the second before', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.nat(700), { maxLength: 60 }),
        (perSecond, pauses) => {
          const world = given(wallet);
          const letIn: number[] = [];
          for (const pauseMs of pauses) {
            world.after(pauseMs);
            const now = world.state.nowMs;
            const found = letIn.filter((atMs) => atMs > now - 1_000).length;
            const { ok } = world.outcome(request(perSecond));
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
