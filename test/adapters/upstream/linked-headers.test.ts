// Headers of answers that lead to places at their server: paths and links become those of the one who passes or plays them.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  headerForClient,
  recordedHeader,
  type AnsweringServer,
} from '../../../adapters/upstream/linked-headers.ts';

const below = { base: 'https://host.example/blog', url: '/a/b?c=1' };
const root = { base: 'https://host.example', url: '/a/b' };
const proxy = 'http://127.0.0.1:4601';
const cursor = `${proxy}/w/one`;

describe('a header of an upstream below a path', () => {
  it.each([
    ['Location', '/blog/x', '{origin:path}/x', '/x', '/w/one/x'],
    ['Location', '/blog', '{origin:path}/', '/', '/w/one/'],
    ['Location', '/blog?a=1#b', '{origin:path}/?a=1#b', '/?a=1#b', '/w/one/?a=1#b'],
    ['location', '/blog/caf\xe9', '{origin:path}/caf\xe9', '/caf\xe9', '/w/one/caf\xe9'],
    ['Location', '/blog/{origin}', '{origin:path}/{origin:text}}', '/{origin}', '/w/one/{origin}'],
    ['Location', '/x/../blog/y', '{origin:path}/y', '/y', '/w/one/y'],
    ['Location', '/blog//x', '{origin}//x', `${proxy}//x`, `${cursor}//x`],
    ['Location', 'x', 'x', 'x', 'x'],
    ['Location', '?a=1', '?a=1', '?a=1', '?a=1'],
    ['Location', '../x', '{origin:path}/x', '/x', '/w/one/x'],
    ['Location', '//host.example/blog/x', '{origin}/x', `${proxy}/x`, `${cursor}/x`],
    ['Location', 'https://host.example/a/../blog/x', '{origin}/x', `${proxy}/x`, `${cursor}/x`],
    ['Location', 'https://host.example/blog/x', '{origin}/x', `${proxy}/x`, `${cursor}/x`],
    ['Content-Location', '/blog/x', '{origin:path}/x', '/x', '/w/one/x'],
    ['Refresh', '5; url=/blog/x', '5; url={origin:path}/x', '5; url=/x', '5; url=/w/one/x'],
    ['Refresh', "0;URL='/blog/x'", "0;URL='{origin:path}/x'", "0;URL='/x'", "0;URL='/w/one/x'"],
    ['Refresh', '3', '3', '3', '3'],
    [
      'Link',
      '</blog/x>; rel="next", <y>; title="</blog/z>", <https://host.example/blog>; rel=up',
      '<{origin:path}/x>; rel="next", <y>; title="</blog/z>", <{origin}>; rel=up',
      `</x>; rel="next", <y>; title="</blog/z>", <${proxy}>; rel=up`,
      `</w/one/x>; rel="next", <y>; title="</blog/z>", <${cursor}>; rel=up`,
    ],
    [
      'Set-Cookie',
      'a=1; Path=/blog; HttpOnly',
      'a=1; Path={origin:path}/; HttpOnly',
      'a=1; Path=/; HttpOnly',
      'a=1; Path=/w/one/; HttpOnly',
    ],
    [
      'set-cookie',
      'a=/blog/x; path=/blog/x',
      'a=/blog/x; path={origin:path}/x',
      'a=/blog/x; path=/x',
      'a=/blog/x; path=/w/one/x',
    ],
    ['Set-Cookie', 'a=1; Path=/', 'a=1; Path={origin:path}/', 'a=1; Path=/', 'a=1; Path=/w/one/'],
    ['Set-Cookie', 'a=1; Path=/other', 'a=1; Path=/other', 'a=1; Path=/other', 'a=1; Path=/other'],
    [
      'Set-Cookie',
      '__Host-a=1; Secure; Path=/',
      '__Host-a=1; Secure; Path=/',
      '__Host-a=1; Secure; Path=/',
      '__Host-a=1; Secure; Path=/',
    ],
    ['Set-Cookie', 'a=1; Domain=host.example', 'a=1; Domain=host.example', 'a=1', 'a=1'],
    ['Access-Control-Allow-Origin', 'https://host.example', '{origin}', proxy, proxy],
    ['Access-Control-Allow-Origin', '*', '*', '*', '*'],
    ['X-Path', '/blog/x', '/blog/x', '/blog/x', '/blog/x'],
  ])('%s: %s', (name, value, recorded, atProxy, atCursor) => {
    expect(recordedHeader(name, value, below)).toBe(recorded);
    expect(headerForClient(name, recorded, proxy)).toBe(atProxy);
    expect(headerForClient(name, recorded, cursor)).toBe(atCursor);
  });

  it.each([
    ['Location', '/other/x', 'https://host.example/other/x'],
    ['Location', '/blogger', 'https://host.example/blogger'],
    ['Location', '/blog/../x', 'https://host.example/x'],
    ['Location', '../../x', 'https://host.example/x'],
    ['Location', '//host.example/other', 'https://host.example/other'],
    ['Location', '//other.example/blog', 'https://other.example/blog'],
    ['Location', 'https://host.example/other', 'https://host.example/other'],
    ['Link', '</feed>; rel=alternate', '<https://host.example/feed>; rel=alternate'],
  ])('leads away from the proxy if it leads away from the base: %s: %s', (name, value, whole) => {
    const recorded = recordedHeader(name, value, below);
    expect(headerForClient(name, recorded, proxy)).toBe(whole);
    expect(headerForClient(name, recorded, cursor)).toBe(whole);
  });
});

describe('a header of an upstream without a path', () => {
  it.each([
    ['Location', '/x', '/x', '/w/one/x'],
    ['Location', '/', '/', '/w/one/'],
    ['Location', '/../x', '/x', '/w/one/x'],
    ['Location', '../../../x', '/x', '/w/one/x'],
    ['Location', 'x/y', 'x/y', 'x/y'],
    ['Set-Cookie', 'a=1; Path=/x', 'a=1; Path=/x', 'a=1; Path=/w/one/x'],
    ['Set-Cookie', 'a=1', 'a=1', 'a=1'],
    ['Link', '</x?a=<>; rel=next', '</x?a=<>; rel=next', '</x?a=<>; rel=next'],
  ])('stays at the proxy, and goes below a cursor: %s: %s', (name, value, atProxy, atCursor) => {
    const recorded = recordedHeader(name, value, root);
    expect(headerForClient(name, recorded, proxy)).toBe(atProxy);
    expect(headerForClient(name, recorded, cursor)).toBe(atCursor);
  });
});

const segments = [
  '/',
  '/blog',
  'blog',
  '/..',
  '..',
  '/.',
  'x',
  '?',
  '#',
  '/%2e%2e',
  '/{origin}',
  '/é',
  '/a:b',
];

/** Links have links and paths after them; a link within a path would be one of its own. */
const references = fc
  .tuple(
    fc.constantFrom('', '', '/', '//host.example', 'https://host.example', 'https://other.example'),
    fc.array(fc.constantFrom(...segments), { maxLength: 6 }),
  )
  .map(([start, parts]) => start + parts.join(''));

/** Where a reference leads from a URL: a place below the base, or a URL elsewhere. */
function placeOf(reference: string, { base, url }: AnsweringServer): string {
  if (!URL.canParse(reference, base + url)) return 'nowhere';
  const { href } = new URL(reference, base + url);
  const rest = href.slice(base.length);
  if (!href.startsWith(base) || !/^(?:[/?#]|$)/.test(rest)) return href;
  return `here: ${rest.startsWith('/') ? rest : `/${rest}`}`;
}

it('leads a client of the proxy to where it leads at the upstream', () => {
  fc.assert(
    fc.property(references, fc.constantFrom('', '/blog'), (reference, path) => {
      const url = '/a/b?c=1';
      const server = { base: `https://host.example${path}`, url };
      const recorded = recordedHeader('Location', reference, server);
      for (const base of [proxy, cursor]) {
        const value = headerForClient('Location', recorded, base);
        expect(placeOf(value, { base, url })).toBe(placeOf(reference, server));
      }
    }),
  );
});
