import { describe, expect, it } from 'vitest';
import { changedSettings, shownConfig, worldConfigSchema } from '../../../adapters/world-config.ts';
import type { Settings } from '../../../core/index.ts';

const after = (...changes: readonly object[]) => {
  const initial: Settings = { ids: 'ordinal', config: {} };
  return changes.reduce<Settings>(
    (settings, change) => changedSettings(settings, worldConfigSchema.parse(change)),
    initial,
  ).config;
};

describe('a change of settings', () => {
  it.each<[object, object, object]>([
    [
      { speech: { agent: { latency: { think: 100, speak: 5 } } } },
      { speech: { agent: { pace: 2 } } },
      { speech: { agent: { latency: { think: 100, speak: 5 }, pace: 2 } } },
    ],
    [
      { speech: { agent: { pace: 2, latency: { think: [1, 2], speak: 5 } } } },
      { speech: { agent: { latency: { think: [3, 4] } } } },
      { speech: { agent: { pace: 2, latency: { think: [3, 4], speak: 5 } } } },
    ],
    [
      { speech: { limits: { charactersPerMinute: 9 }, idleMs: false, models: ['a', 'b'] } },
      { speech: { limits: {}, models: ['c'] } },
      { speech: { limits: { charactersPerMinute: 9 }, idleMs: false, models: ['c'] } },
    ],
    [
      { walletLimits: { pendingTransactions: 2 }, rateLimits: { get: 3 } },
      { walletLimits: { walletsPerSet: 4 }, rateLimits: { sign: 5 } },
      {
        walletLimits: { pendingTransactions: 2, walletsPerSet: 4 },
        rateLimits: { get: 3, sign: 5 },
      },
    ],
    [{ rateLimits: { get: 3 } }, { rateLimits: true }, { rateLimits: true }],
    [{ rateLimits: false }, { rateLimits: { get: 3 } }, { rateLimits: { get: 3 } }],
    [
      {
        calendar: {
          currency: { symbol: '€', position: 'postfix' },
          extensions: { tickets: true },
          taxonomies: { category: 'kind' },
        },
      },
      {
        calendar: {
          currency: { decimalMark: ',' },
          extensions: { geolocation: true },
          taxonomies: { tag: 'label' },
        },
      },
      {
        calendar: {
          currency: { symbol: '€', position: 'postfix', decimalMark: ',' },
          extensions: { tickets: true, geolocation: true },
          taxonomies: { category: 'kind', tag: 'label' },
        },
      },
    ],
  ])('keeps omitted members, at any depth: %j then %j', (first, second, merged) => {
    expect(after(first, second)).toEqual(merged);
  });

  it('leaves out services that have no settings', () => {
    expect(after({})).toEqual({});
    expect(after({ calendar: {} }, { speech: {} })).toEqual({ calendar: {}, speech: {} });
  });

  it('ends the limit of characters', () => {
    const limit = (charactersPerMinute: number | false) => ({
      speech: { limits: { charactersPerMinute } },
    });
    expect(after(limit(9), limit(false))).toEqual(limit(false));
  });
});

describe('the configuration as the control plane shows it', () => {
  it.each<object>([
    { walletRefusals: [{ operation: 'POST /v1/w3s/developer/wallets', code: 155511 }] },
    { walletLimits: { walletsPerSet: 1 } },
    { walletLimits: { pendingTransactions: 2, walletsPerSet: 4 } },
    { entitySecret: 'registered', walletCors: true },
  ])('has %j', (change) => {
    const shown = shownConfig({ ids: 'ordinal', config: after(change) });
    expect(shown).toMatchObject(change);
  });
});
