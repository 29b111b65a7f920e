import { describe, expect, it } from 'vitest';
import { textLimits } from '../../../../core/speech/text/limits.ts';
import { formatted } from '../../../support/speech/formatted.ts';

const text = 'I said hello, Hello World and “hello world”!';

describe('search', () => {
  it('lists the hits of each term in order', () => {
    const { search } = formatted(text, { search: ['Hello world', 'goodbye'], punctuate: true });
    expect(search).toEqual([
      {
        query: 'Hello world',
        hits: [
          { confidence: 98, start: 120, end: 190, snippet: 'Hello World' },
          { confidence: 98, start: 240, end: 310, snippet: '“hello world”!' },
        ],
      },
      { query: 'goodbye', hits: [] },
    ]);
  });

  it('finds terms as they were spoken and as they are shown, once each', () => {
    const replace = [{ from: 'world', to: 'Earth' }];
    const { search } = formatted(text, { search: ['world', 'earth', 'said'], replace });
    expect(search?.map(({ hits }) => hits.map(({ snippet }) => snippet))).toEqual([
      ['Earth', 'Earth'],
      ['Earth', 'Earth'],
      ['said'],
    ]);
  });

  it('finds a term at the first of the words that replaced it', () => {
    const replace = [{ from: 'nyc', to: 'New York City' }];
    const { search } = formatted('in nyc', { search: ['nyc'], replace });
    expect(search?.[0]?.hits.map(({ snippet }) => snippet)).toEqual(['New']);
  });

  it('finds nothing for a term without letters, and no part of a word', () => {
    const { search } = formatted(text, { search: ['', '...', 'ello', 'hello hello world'] });
    expect(search?.map(({ hits }) => hits.length)).toEqual([0, 0, 0, 1]);
  });

  it('lists so many hits in all and no more, those of earlier terms first', () => {
    const { hitsMax } = textLimits;
    const said = 'a b '.repeat(hitsMax / 2).trim();
    const counts = (search: readonly string[]) =>
      formatted(said, { search }).search?.map(({ hits }) => hits.length);
    expect(counts(['b', 'a'])).toEqual([hitsMax / 2, hitsMax / 2]);
    expect(counts(['b', 'a', 'b'])).toEqual([hitsMax / 2, hitsMax / 2, 0]);
    expect(counts(['a b', 'B', 'b!', 'a'])).toEqual([hitsMax / 2, hitsMax / 2, 0, 0]);
    expect(formatted(`${said} a`, { search: ['b', 'a'] }).search?.[1]?.hits.at(-1)).toMatchObject({
      snippet: 'a',
    });
  });

  it('is absent without terms', () => {
    expect(formatted(text)).not.toHaveProperty('search');
  });
});
