import { describe, expect, it } from 'vitest';
import {
  keytermCharsMax,
  keytermsMax,
  mergeThresholds,
  restHops,
  timeoutHops,
  turnSettingsDefault,
  type TurnChange,
  type TurnSettings,
} from '../../../../core/speech/turns/thresholds.ts';

const settings = (change: TurnChange): TurnSettings => {
  const merged = mergeThresholds(turnSettingsDefault, change);
  if (!merged.ok) throw new Error(merged.error.description);
  return merged.value;
};

describe('a change of the settings', () => {
  it('replaces only the named ones', () => {
    const eager = settings({ eagerEndOfTurn: 0.4, keyterms: ['Reprise'] });
    expect(eager).toEqual({
      thresholds: { eagerEndOfTurn: 0.4, endOfTurn: 0.7, timeoutMs: 5_000 },
      keyterms: ['Reprise'],
    });
    expect(mergeThresholds(eager, { timeoutMs: 900 })).toEqual({
      ok: true,
      value: {
        thresholds: { eagerEndOfTurn: 0.4, endOfTurn: 0.7, timeoutMs: 900 },
        keyterms: ['Reprise'],
      },
    });
    expect(mergeThresholds(eager, {})).toEqual({ ok: true, value: eager });
  });

  it.each<TurnChange>([
    { eagerEndOfTurn: 0.3 },
    { eagerEndOfTurn: 0.9, endOfTurn: 0.9 },
    { endOfTurn: 0.5 },
    { endOfTurn: 0.9 },
    { timeoutMs: 500 },
    { timeoutMs: 60_000 },
  ])('accepts the bounds: %j', (change) => {
    expect(settings(change).thresholds).toMatchObject(change);
  });

  it.each<[TurnChange, string]>([
    [{ eagerEndOfTurn: 0.29 }, 'eager_eot_threshold must be from 0.3 to 0.9, not 0.29.'],
    [{ eagerEndOfTurn: 0.91 }, 'eager_eot_threshold must be from 0.3 to 0.9, not 0.91.'],
    [{ endOfTurn: 0.49 }, 'eot_threshold must be from 0.5 to 0.9, or 1, not 0.49.'],
    [{ endOfTurn: 0.95 }, 'eot_threshold must be from 0.5 to 0.9, or 1, not 0.95.'],
    [{ timeoutMs: 499 }, 'eot_timeout_ms must be from 500 to 60000, not 499.'],
    [{ timeoutMs: 60_001 }, 'eot_timeout_ms must be from 500 to 60000, not 60001.'],
    [{ timeoutMs: 500.5 }, 'eot_timeout_ms must be an integer, not 500.5.'],
    [{ endOfTurn: Number.NaN }, 'eot_threshold must be from 0.5 to 0.9, or 1, not NaN.'],
    [
      { eagerEndOfTurn: 0.8 },
      'eager_eot_threshold (0.8) must not be greater than eot_threshold (0.7).',
    ],
  ])('refuses %j', (change, description) => {
    expect(mergeThresholds(turnSettingsDefault, change)).toEqual({
      ok: false,
      error: { code: 'INVALID_THRESHOLD', description },
    });
  });

  it('compares the eager threshold with the merged values', () => {
    const eager = settings({ eagerEndOfTurn: 0.6 });
    expect(mergeThresholds(eager, { endOfTurn: 0.5 })).toMatchObject({ ok: false });
    expect(mergeThresholds(eager, { endOfTurn: 0.5, eagerEndOfTurn: 0.5 }).ok).toBe(true);
  });

  it('is refused as a whole', () => {
    const change = { timeoutMs: 900, endOfTurn: 0.1, keyterms: 'Reprise' };
    expect(mergeThresholds(turnSettingsDefault, change).ok).toBe(false);
  });
});

describe('key terms', () => {
  it('are one text or a list, which replaces the list before', () => {
    expect(settings({ keyterms: 'Reprise' }).keyterms).toEqual(['Reprise']);
    expect(settings({ keyterms: ['a', 'b'] }).keyterms).toEqual(['a', 'b']);
  });

  it('are none after an empty list', () => {
    const merged = mergeThresholds(settings({ keyterms: 'Reprise' }), { keyterms: [] });
    expect(merged).toMatchObject({ value: { keyterms: [] } });
  });

  it('are limited in number and in length', () => {
    const many = Array.from({ length: keytermsMax + 1 }, () => 'a');
    const long = 'a'.repeat(keytermCharsMax + 1);
    expect(settings({ keyterms: [...many.slice(1, -1), long.slice(1)] }).keyterms).toHaveLength(
      keytermsMax,
    );
    expect(mergeThresholds(turnSettingsDefault, { keyterms: many })).toEqual({
      ok: false,
      error: {
        code: 'INVALID_KEYTERM',
        description: 'keyterms must have at most 100 terms, not 101.',
      },
    });
    expect(mergeThresholds(turnSettingsDefault, { keyterms: long })).toEqual({
      ok: false,
      error: {
        code: 'INVALID_KEYTERM',
        description: 'A key term must have at most 1000 characters, not 1001.',
      },
    });
    const words = Array.from({ length: 50 }, () => 'a').join(' ');
    expect(settings({ keyterms: words }).keyterms).toEqual([words]);
    expect(mergeThresholds(turnSettingsDefault, { keyterms: ['b', `${words} a`] })).toEqual({
      ok: false,
      error: { code: 'INVALID_KEYTERM', description: 'A key term must have at most 50 words.' },
    });
  });
});

describe('the silence at which a turn may end', () => {
  it.each<[TurnChange, number]>([
    [{}, 26],
    [{ eagerEndOfTurn: 0.3 }, 12],
    [{ eagerEndOfTurn: 0.5, endOfTurn: 0.9 }, 18],
    [{ endOfTurn: 0.9 }, 80],
    [{ endOfTurn: 0.9, timeoutMs: 501 }, 51],
  ])('with %j is %i hops', (change, hops) => {
    expect(restHops(settings(change).thresholds)).toBe(hops);
  });

  it('is at most the timeout', () => {
    expect(timeoutHops(turnSettingsDefault.thresholds)).toBe(500);
  });
});
