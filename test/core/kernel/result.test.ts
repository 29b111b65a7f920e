import { describe, expect, it } from 'vitest';
import { err, ok, type Result } from '../../../core/kernel/result.ts';

describe('Result', () => {
  it('has only a value if it is ok', () => {
    expect(ok([1, 2])).toStrictEqual({ ok: true, value: [1, 2] });
    expect(ok(undefined)).toStrictEqual({ ok: true, value: undefined });
  });

  it('has only an error if it is not ok', () => {
    expect(err({ code: 'WALLET_UNKNOWN' })).toStrictEqual({
      ok: false,
      error: { code: 'WALLET_UNKNOWN' },
    });
  });

  it('is distinguished by its flag, not by its content', () => {
    const show = (result: Result<string, string>) => (result.ok ? result.value : result.error);
    expect([ok('fine'), err('refused')].map(show)).toEqual(['fine', 'refused']);
    expect(err(undefined).ok).toBe(false);
  });
});
