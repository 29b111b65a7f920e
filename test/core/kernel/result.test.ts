import { describe, expect, it } from 'vitest';
import { err, ok, type Result } from '../../../core/kernel/result.ts';

describe('Result', () => {
  it('carries a value where it is ok, and nothing else', () => {
    expect(ok([1, 2])).toStrictEqual({ ok: true, value: [1, 2] });
    expect(ok(undefined)).toStrictEqual({ ok: true, value: undefined });
  });

  it('carries an error where it is refused, and nothing else', () => {
    expect(err({ code: 'WALLET_UNKNOWN' })).toStrictEqual({
      ok: false,
      error: { code: 'WALLET_UNKNOWN' },
    });
  });

  it('is told apart by its flag, not by what it carries', () => {
    const show = (result: Result<string, string>) => (result.ok ? result.value : result.error);
    expect([ok('fine'), err('refused')].map(show)).toEqual(['fine', 'refused']);
    expect(err(undefined).ok).toBe(false);
  });
});
