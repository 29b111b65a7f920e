import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Method } from '../../../../adapters/protocol/routes/route.ts';
import { createRouter, type Shapes } from '../../../../adapters/protocol/routes/router.ts';
import { json } from '../../../../adapters/protocol/messages.ts';
import { runs } from '../../../support/runner/runs.ts';

const route = (path: string, ...methods: Method[]) => ({ path, methods });

const routes = [
  route('/t/:id', 'GET'),
  route('/t/:id', 'PUT', 'PATCH'),
  route('/t/lowest', 'GET'),
  route('/t/:id/cancel', 'POST'),
  route('/t/:id/:action/now', 'POST'),
  route('/t/lowest/fee', 'GET'),
  route('/n/:number', 'GET'),
  route('/n/:name', 'GET'),
  route('/n/last', 'GET'),
  route('/files/:path', 'GET'),
  route('/files/new', 'GET'),
  route('/', 'GET'),
];
const find = createRouter(routes, { number: 'digits', path: 'rest' });

/** The route that was found and its parameters, or the methods of the path. */
function found(method: string, path: string) {
  const there = find(path);
  if (there === undefined) return undefined;
  const { routedPath, params } = there;
  const route = routedPath.on(method);
  return route === undefined ? routedPath.allow : [route.path, params];
}

describe('the router', () => {
  it('prefers a literal segment to a parameter', () => {
    expect(found('GET', '/t/lowest')).toEqual(['/t/lowest', {}]);
  });

  it('falls back to the parameter if the literal leads to no route', () => {
    expect(found('POST', '/t/lowest/cancel')).toEqual(['/t/:id/cancel', { id: 'lowest' }]);
  });

  it('prefers a literal below a parameter, too', () => {
    expect(found('POST', '/t/7/cancel')).toEqual(['/t/:id/cancel', { id: '7' }]);
    expect(found('POST', '/t/7/stick/now')).toEqual([
      '/t/:id/:action/now',
      { id: '7', action: 'stick' },
    ]);
  });

  it('returns the methods of a path for an unknown method', () => {
    expect(found('DELETE', '/t/7')).toBe('GET, PUT, PATCH');
    expect(found('GET', '/t/7/cancel')).toBe('POST');
    expect(find('/t/7')?.routedPath.routes).toEqual(routes.slice(0, 2));
  });

  it('finds nothing at an unknown path', () => {
    expect(found('GET', '/u')).toBeUndefined();
    expect(found('GET', '/t')).toBeUndefined();
    expect(found('GET', '/t/7/cancel/more')).toBeUndefined();
  });

  it('does not mistake the methods of objects for paths', () => {
    expect(found('GET', '/constructor')).toBeUndefined();
    expect(found('toString', '/t/7')).toBe('GET, PUT, PATCH');
    expect(found('GET', '/t/__proto__')).toEqual(['/t/:id', { id: '__proto__' }]);
  });

  it('decodes parameters, a slash inside them too', () => {
    expect(found('GET', '/t/a%20b%2Fc%C3%A9')).toEqual(['/t/:id', { id: 'a b/cé' }]);
  });

  it('preserves a parameter that cannot be decoded', () => {
    expect(found('GET', '/t/%E0%A4%A')).toEqual(['/t/:id', { id: '%E0%A4%A' }]);
  });

  it('does not match an empty segment with a parameter', () => {
    expect(found('GET', '/t/')).toBeUndefined();
    expect(found('POST', '/t//cancel')).toBeUndefined();
  });

  it('does not ignore a trailing slash', () => {
    expect(found('GET', '/t/7/')).toBeUndefined();
  });

  it('finds the root', () => {
    expect(found('GET', '/')).toEqual(['/', {}]);
    expect(found('GET', '')).toBeUndefined();
  });

  it('prefers digits to other text, and a literal to both', () => {
    expect(found('GET', '/n/42')).toEqual(['/n/:number', { number: '42' }]);
    expect(found('GET', '/n/4x')).toEqual(['/n/:name', { name: '4x' }]);
    expect(found('GET', '/n/last')).toEqual(['/n/last', {}]);
  });

  it('matches the rest of a path, of one segment or several', () => {
    expect(found('GET', '/files/a')).toEqual(['/files/:path', { path: 'a' }]);
    expect(found('GET', '/files/a/b%20c/')).toEqual(['/files/:path', { path: 'a/b c/' }]);
    expect(found('GET', '/files/new')).toEqual(['/files/new', {}]);
    expect(found('GET', '/files/')).toBeUndefined();
  });

  it('rejects lists with an unreachable route', () => {
    expect(() => createRouter([route('/a', 'GET'), route('/a', 'PUT', 'GET')])).toThrow('/a');
    expect(() => createRouter([route('/a/:x', 'GET'), route('/a/:y', 'PUT')])).toThrow(
      '/a/:y has :y where another path has :x',
    );
  });
});

const shapes: Shapes = { number: 'digits', path: 'rest' };
const segment = fc.constantFrom('a', 'b', '1', ':text', ':number');
const pattern = fc
  .tuple(fc.array(segment, { maxLength: 4 }), fc.boolean())
  .map(([segments, isOpen]) => `/${[...segments, ...(isOpen ? [':path'] : [])].join('/')}`);
const path = fc
  .array(fc.constantFrom('a', 'b', '1', '22', 'x', '', '%61'), { maxLength: 5 })
  .map((segments) => `/${segments.join('/')}`);

/** The rank of one segment of a pattern; the rest of a path ranks last. */
function rankOf(part: string): number {
  return [':number', ':text', ':path'].indexOf(part) + 1;
}

function expressionOf(text: string): RegExp {
  const forms: Readonly<Record<string, string>> = { number: '\\d+', path: '.+' };
  return new RegExp(`^${text.replaceAll(/:(\w+)/g, (_, name: string) => forms[name] ?? '[^/]+')}$`);
}

/** The reference: tries every pattern and returns the best match, segment by segment. */
function bestOf(patterns: readonly string[], at: string): string | undefined {
  const ranks = (text: string) => text.split('/').map(rankOf);
  return patterns
    .filter((text) => expressionOf(text).test(at))
    .toSorted((one, other) => {
      const [mine, theirs] = [ranks(one), ranks(other)];
      const first = mine.findIndex((rank, index) => rank !== theirs[index]);
      return (mine[first] ?? 0) - (theirs[first] ?? 0);
    })[0];
}

describe('any list of routes', () => {
  it('is searched as by trying every path', () => {
    fc.assert(
      fc.property(fc.uniqueArray(pattern, { maxLength: 8 }), path, (patterns, at) => {
        const look = createRouter(
          patterns.map((text) => route(text, 'GET')),
          shapes,
        );
        expect(look(at)?.routedPath.path).toBe(bestOf(patterns, at));
      }),
      runs(500),
    );
  });
});

describe('json', () => {
  it('returns status, headers and text', () => {
    expect(json(201, { a: 'é' }, { Link: 'x' })).toEqual({
      status: 201,
      headers: { 'Content-Type': 'application/json; charset=utf-8', Link: 'x' },
      body: '{"a":"é"}',
    });
  });
});
