// A tenant's minute of requests and bytes, by the clock of the test.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LimitError } from '../../../adapters/protocol/admission.ts';
import { MinuteWindow, windowMs } from '../../../adapters/tenants/minute-window.ts';
import type { TenantLimits } from '../../../core/index.ts';

const tenant = (limits: TenantLimits) => ({ id: 'acme', tokenHash: '', limits });

/** The seconds after which a refused request may be sent again; undefined if it is admitted. */
function retryOf(window: MinuteWindow, limits: TenantLimits, nowMs: number, bytes = 0) {
  try {
    window.admit(tenant(limits), bytes, nowMs);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(LimitError);
    return (error as LimitError).retryAfterSeconds;
  }
}

it('admits so many requests in a minute, and says when the next one begins', () => {
  const window = new MinuteWindow();
  const two = { requestsPerMinute: 2 };
  expect([0, 1].map((nowMs) => retryOf(window, two, nowMs))).toEqual([undefined, undefined]);
  expect([1, 1_000, 58_999, 59_999].map((nowMs) => retryOf(window, two, nowMs))).toEqual([
    60, 59, 2, 1,
  ]);
  expect([windowMs, windowMs + 1, windowMs + 2].map((at) => retryOf(window, two, at))).toEqual([
    undefined,
    undefined,
    60,
  ]);
});

it('refuses what follows the bytes of a minute, with those of answers', () => {
  const window = new MinuteWindow();
  const limits = { bytesPerMinute: 10 };
  expect(retryOf(window, limits, 0, 9)).toBe(undefined);
  expect(retryOf(window, limits, 0)).toBe(undefined);
  window.add(1);
  expect(retryOf(window, limits, 0)).toBe(60);
  expect(retryOf(window, { ...limits, bytesPerMinute: 11 }, 0, 500)).toBe(undefined); // its last
  expect(retryOf(window, { ...limits, bytesPerMinute: 11 }, 1)).toBe(60);
  expect(retryOf(window, limits, windowMs)).toBe(undefined);
});

it('says whether the next request would be refused, and counts nothing for it', () => {
  const window = new MinuteWindow();
  const one = tenant({ requestsPerMinute: 1 });
  for (let time = 0; time < 3; time += 1) expect(window.refusal(one, 0)).toBe(undefined);
  window.admit(one, 0, 0);
  expect(window.refusal(one, 59_999)?.status).toBe(429);
  expect(window.refusal(one, 60_000)).toBe(undefined);
  expect(window.refusal(tenant({ requestsPerMinute: 0 }), 60_000)?.retryAfterSeconds).toBe(60);
});

it('admits whatever a tenant without limits sends', () => {
  const window = new MinuteWindow();
  for (let at = 0; at < 100; at += 1) expect(retryOf(window, {}, at, 1e9)).toBe(undefined);
});

it('never admits more than the limit between two beginnings of a minute', () => {
  const steps = fc.array(fc.integer({ min: 0, max: 40_000 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 5 }), (waits, most) => {
      const window = new MinuteWindow();
      let nowMs = 0;
      let beganMs = Number.NEGATIVE_INFINITY;
      let admitted = 0;
      for (const waitMs of waits) {
        nowMs += waitMs;
        const isNew = nowMs - beganMs >= windowMs;
        const retry = retryOf(window, { requestsPerMinute: most }, nowMs);
        if (isNew) [beganMs, admitted] = [nowMs, 0];
        expect(retry).toBe(
          admitted < most ? undefined : Math.ceil((beganMs + windowMs - nowMs) / 1_000),
        );
        if (retry === undefined) admitted += 1;
      }
    }),
  );
});
