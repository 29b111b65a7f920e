// The address of what is looked at.

import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  address,
  followAddressBar,
  go,
  parseAddress,
  printAddress,
  writeEveryMs,
} from '../../../../../adapters/studio/page/model/address.ts';
import { runs } from '../../../../support/runner/runs.ts';

const texts = fc.string({ minLength: 1, unit: 'grapheme' });

describe('an address', () => {
  it('is read as it was printed', () => {
    const addresses = fc
      .record(
        { world: texts, view: texts, at: fc.nat(), id: texts, q: texts, with: texts, zone: texts },
        { requiredKeys: ['world', 'view'] },
      )
      .filter(({ world, view }) => !`${world}${view}`.includes('\uFFFD'));
    fc.assert(
      fc.property(addresses, (given) => {
        expect(parseAddress(printAddress(given))).toEqual(given);
      }),
      runs(300),
    );
  });

  it('is the list of worlds, or a part of it, where it cannot be read', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(typeof parseAddress(`#${text}`).world).toBe('string');
        expect(parseAddress(`#/w/a/timeline?at=${text}x`)).not.toHaveProperty('at');
      }),
      runs(300),
    );
  });
});

describe('the address bar', () => {
  const written: string[] = [];
  const listeners = new Map<string, () => void>();
  const bar = { hash: '#/w/a/timeline' };

  beforeEach(() => {
    vi.useFakeTimers();
    written.length = 0;
    vi.stubGlobal('location', bar);
    vi.stubGlobal('addEventListener', (name: string, listener: () => void) =>
      listeners.set(name, listener),
    );
    vi.stubGlobal('history', {
      pushState: (_: unknown, __: string, text: string) => written.push(`push ${text}`),
      replaceState: (_: unknown, __: string, text: string) => written.push(`replace ${text}`),
    });
    bar.hash = '#/w/a/timeline';
    followAddressBar();
  });
  afterEach(() => {
    vi.runAllTimers();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('is written seldom while the scrubber moves, and has its last place', () => {
    for (let at = 1; at <= 500; at += 1) {
      go({ at });
      expect(address.value.at).toBe(at);
      vi.advanceTimersByTime(10);
    }
    vi.advanceTimersByTime(writeEveryMs);
    expect(written.length).toBeLessThanOrEqual(2 + (500 * 10) / writeEveryMs);
    expect(written[0]).toBe('replace #/w/a/timeline?at=1');
    expect(written.at(-1)).toBe('replace #/w/a/timeline?at=500');
  });

  it('has the place that one left, when one goes on', () => {
    go({ at: 1 });
    go({ at: 2 });
    go({ id: '7' });
    vi.advanceTimersByTime(10 * writeEveryMs);
    expect(written).toEqual([
      'replace #/w/a/timeline?at=1',
      'replace #/w/a/timeline?at=2',
      'push #/w/a/timeline?at=2&id=7',
    ]);
  });

  it('is not overwritten when one goes back', () => {
    go({ at: 1 });
    go({ at: 2 });
    bar.hash = '#/w/b/state';
    listeners.get('popstate')?.();
    vi.advanceTimersByTime(10 * writeEveryMs);
    expect(written).toEqual(['replace #/w/a/timeline?at=1']);
    expect(address.value).toEqual({ world: 'b', view: 'state' });
  });

  it('is left alone where nothing changes', () => {
    go({ view: 'timeline', id: null });
    expect(written).toEqual([]);
  });
});
