// Links to an upstream in texts: found in any chunks, and given back as they were.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  LinkFinder,
  linkedPiece,
  recordedPiece,
  recordedText,
  replaceLinks,
  withLinks,
} from '../../../adapters/upstream/links.ts';

const upstream = 'https://api.example.com/blog';
const proxy = 'http://127.0.0.1:4600';

describe('links to an upstream', () => {
  it.each([
    ['as they are', 'see https://api.example.com/blog/a?b=1', 'see http://127.0.0.1:4600/a?b=1'],
    ['to sockets', 'wss://api.example.com/blog/v1', 'ws://127.0.0.1:4600/v1'],
    [
      'with the slashes of JSON escaped',
      String.raw`{"a":"https:\/\/api.example.com\/blog\/x"}`,
      String.raw`{"a":"http:\/\/127.0.0.1:4600\/x"}`,
    ],
    [
      'encoded in a query',
      'u=https%3A%2F%2Fapi.example.com%2Fblog%2Fx',
      'u=http%3A%2F%2F127.0.0.1%3A4600%2Fx',
    ],
    [
      'before the end of a sentence',
      'https://api.example.com/blog. "https://api.example.com/blog:" https://api.example.com/blog-',
      'http://127.0.0.1:4600. "http://127.0.0.1:4600:" http://127.0.0.1:4600-',
    ],
    ['in any case', 'HTTPS://API.example.com/blog', 'http://127.0.0.1:4600'],
  ])('become links to the proxy: %s', (_name, text, expected) => {
    expect(replaceLinks(text, upstream, proxy)).toBe(expected);
  });

  it.each([
    'https://api.example.com/blogger',
    'https://api.example.com/blog-2/x',
    'https://api.example.com/blog.json',
    'https%3A%2F%2Fapi.example.com%2Fblog%3A1',
    'https://api.example.com/',
    'https://api.example.community/blog',
    'http://api.example.com/blog',
  ])('are no links to another server: %s', (text) => {
    expect(replaceLinks(text, upstream, proxy)).toBe(text);
  });

  it('are placeholders in a recording', () => {
    const text = String.raw`https://api.example.com/blog/a wss://api.example.com/blog https:\/\/api.example.com\/blog\/c`;
    expect(recordedText(text, upstream)).toBe('{origin}/a {origin:ws} {origin:json}\\/c');
  });

  it('are told from the word in a text', () => {
    const text = '{origin}/a {{origin} {origin:json';
    expect(withLinks(recordedText(text, upstream), proxy)).toBe(text);
  });
});

/** Texts of links, and of what could be confused with them. */
const texts = fc
  .array(
    fc.constantFrom(
      upstream,
      upstream.toUpperCase().replace('BLOG', 'blog'),
      'wss://api.example.com/blog',
      String.raw`https:\/\/api.example.com\/blog`,
      encodeURIComponent(upstream),
      'https://api.exam',
      '{origin}',
      '{origin',
      '{',
      '/x',
      ' ',
      'é',
      'ger',
      '.',
      ':',
      '-',
      '%',
      '%3A',
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

const cuts = fc.array(fc.nat({ max: 60 }), { maxLength: 8 });

function inChunks(text: string, lengths: readonly number[]): readonly string[] {
  const chunks: string[] = [];
  let rest = text;
  for (const length of lengths) {
    chunks.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return [...chunks, rest];
}

describe('the links of a text in chunks', () => {
  it('are those of the whole text', () => {
    fc.assert(
      fc.property(texts, cuts, (text, lengths) => {
        const finder = new LinkFinder(upstream);
        const pieces = [
          ...inChunks(text, lengths).flatMap((chunk) => finder.push(chunk)),
          ...finder.end(),
        ];
        expect(pieces.map(recordedPiece).join('')).toBe(recordedText(text, upstream));
        expect(pieces.map((piece) => linkedPiece(piece, proxy)).join('')).toBe(
          replaceLinks(text, upstream, proxy),
        );
      }),
    );
  });

  it('come back as the client had them', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(withLinks(recordedText(text, upstream), proxy)).toBe(
          replaceLinks(text, upstream, proxy),
        );
      }),
    );
  });

  it('does not hold back a text that no link begins with', () => {
    const finder = new LinkFinder(upstream);
    expect(finder.push('data: 1\n\n')).toEqual([{ text: 'data: 1\n\n' }]);
  });
});
