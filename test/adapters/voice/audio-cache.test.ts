// The audio cache: limited in bytes, evicts the least recently used first.

import { describe, expect, it } from 'vitest';
import { createAudioCache } from '../../../adapters/voice/audio-cache.ts';

const audio = (length: number) => ({ audio: new Uint8Array(length) });

describe('a cache of audio', () => {
  it('evicts the least recently used above its limit of bytes', () => {
    const cache = createAudioCache(100);
    for (const key of ['a', 'b', 'c']) cache.set(key, audio(30));
    cache.get('a');
    cache.set('d', audio(30));
    const cached = ['a', 'b', 'c', 'd'].filter((key) => cache.get(key) !== undefined);
    expect(cached).toEqual(['a', 'c', 'd']);
  });

  it('counts a value that is set again once, and does not cache one above the limit', () => {
    const cache = createAudioCache(100);
    cache.set('a', audio(38));
    for (let times = 0; times < 5; times += 1) cache.set('b', audio(60));
    expect([cache.get('a'), cache.get('b')]).toEqual([audio(38), audio(60)]);
    cache.set('c', audio(101));
    expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([audio(38), audio(60), undefined]);
  });
});
