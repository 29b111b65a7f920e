import { describe, expect, it } from 'vitest';
import { createRouter, type Method, type Route } from '../../../adapters/http/router.ts';
import { json } from '../../../adapters/http/messages.ts';

function route(method: Method, path: string): Route<null> {
  return { method, path, handle: () => json(200, null) };
}

const find = createRouter<null>([
  route('GET', '/t/:id'),
  route('PUT', '/t/:id'),
  route('GET', '/t/lowest'),
  route('POST', '/t/:id/cancel'),
  route('POST', '/t/:id/:action/now'),
  route('GET', '/t/lowest/fee'),
  route('GET', '/'),
]);

/** The route that was found and its parameters, or the methods of the path. */
function found(method: string, path: string) {
  const match = find(method, path);
  return 'route' in match ? [match.route.path, match.params] : match;
}

describe('the router', () => {
  it('lets a literal segment win over a parameter', () => {
    expect(found('GET', '/t/lowest')).toEqual(['/t/lowest', {}]);
  });

  it('goes back to the parameter where the literal leads nowhere', () => {
    expect(found('POST', '/t/lowest/cancel')).toEqual(['/t/:id/cancel', { id: 'lowest' }]);
  });

  it('lets a literal win again below a parameter', () => {
    expect(found('POST', '/t/7/cancel')).toEqual(['/t/:id/cancel', { id: '7' }]);
    expect(found('POST', '/t/7/stick/now')).toEqual([
      '/t/:id/:action/now',
      { id: '7', action: 'stick' },
    ]);
  });

  it('names the methods of a path that has others', () => {
    expect(found('DELETE', '/t/7')).toEqual(['GET', 'PUT']);
    expect(found('GET', '/t/7/cancel')).toEqual(['POST']);
  });

  it('has no methods for a path that is not there', () => {
    expect(found('GET', '/u')).toEqual([]);
    expect(found('GET', '/t')).toEqual([]);
    expect(found('GET', '/t/7/cancel/more')).toEqual([]);
  });

  it('does not mistake the methods of objects for paths', () => {
    expect(found('GET', '/constructor')).toEqual([]);
    expect(found('toString', '/t/7')).toEqual(['GET', 'PUT']);
    expect(found('GET', '/t/__proto__')).toEqual(['/t/:id', { id: '__proto__' }]);
  });

  it('decodes parameters, a slash inside them too', () => {
    expect(found('GET', '/t/a%20b%2Fc%C3%A9')).toEqual(['/t/:id', { id: 'a b/cé' }]);
  });

  it('leaves a parameter alone that cannot be decoded', () => {
    expect(found('GET', '/t/%E0%A4%A')).toEqual(['/t/:id', { id: '%E0%A4%A' }]);
  });

  it('does not take an empty segment for a parameter', () => {
    expect(found('GET', '/t/')).toEqual([]);
    expect(found('POST', '/t//cancel')).toEqual([]);
  });

  it('does not ignore a trailing slash', () => {
    expect(found('GET', '/t/7/')).toEqual([]);
  });

  it('finds the root', () => {
    expect(found('GET', '/')).toEqual(['/', {}]);
  });
});

describe('json', () => {
  it('gives status, headers and text', () => {
    expect(json(201, { a: 'é' }, { Link: 'x' })).toEqual({
      status: 201,
      headers: { 'Content-Type': 'application/json; charset=utf-8', Link: 'x' },
      body: '{"a":"é"}',
    });
  });
});
