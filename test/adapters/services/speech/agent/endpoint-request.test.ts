import { describe, expect, it } from 'vitest';
import { endpointRequest } from '../../../../../adapters/services/speech/agent/endpoint-request.ts';
import { endpointAt } from '../../../../support/speech/agent-events.ts';

const endpoint = endpointAt('https://api.example/?key=***', ['authorization']);
const secret = {
  url: 'https://api.example/?key=of-query',
  headers: { authorization: 'Bearer of-header' },
};
const post = { method: 'POST', body: '{}' };

describe('the request to an endpoint', () => {
  it('has its secrets, and the form of its body', () => {
    expect(endpointRequest({ endpoint, secret }, post)).toEqual({
      url: 'https://api.example/?key=of-query',
      method: 'POST',
      headers: { 'Content-Type': 'application/json', authorization: 'Bearer of-header' },
      body: '{}',
    });
    expect(endpointRequest({ endpoint, secret }, { method: 'GET' })).toEqual({
      url: 'https://api.example/?key=of-query',
      method: 'GET',
      headers: { authorization: 'Bearer of-header' },
    });
  });

  it('has headers of the client in place of its own', () => {
    const typed = endpointAt('https://api.example/', ['content-type']);
    const headers = { 'content-type': 'text/json' };
    const request = endpointRequest(
      { endpoint: typed, secret: { url: typed.url, headers } },
      { ...post, headers: { Accept: 'a' } },
    );
    expect(request).toMatchObject({ headers: { Accept: 'a', 'content-type': 'text/json' } });
  });

  it('needs no secrets if the endpoint has none', () => {
    const plain = endpointAt('https://api.example/');
    expect(endpointRequest({ endpoint: plain, secret: undefined }, post)).toMatchObject({
      url: 'https://api.example/',
    });
  });

  it.each([
    ['its secrets are gone', { endpoint, secret: undefined }, /are gone/],
    ['they are of another one', { endpoint: endpointAt('https://b/', ['a']), secret }, /are gone/],
    [
      'a registered agent has none',
      { endpoint, secret: undefined, agentId: 'an-id' },
      /agent's endpoint are missing: .* PUT .*\/speech\/agents\/an-id with them/,
    ],
    [
      'its host was not allowed',
      { endpoint: { ...endpoint, isAllowed: false }, secret },
      /not allowed/,
    ],
  ])('is none if %s', (_when, place, refusal) => {
    expect(endpointRequest(place, post)).toEqual({ refusal: expect.stringMatching(refusal) });
  });
});
