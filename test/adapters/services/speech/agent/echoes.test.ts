import { describe, expect, it } from 'vitest';
import { withoutEchoes } from '../../../../../adapters/services/speech/agent/echoes.ts';

const clean = withoutEchoes({
  url: 'https://login-name:p%40ss-of-url@api.example/?key=value%20of%20query&n=1',
  headers: {
    Authorization: 'Bearer token-of-header',
    'X-Key': 'quoted"key-of-header',
    'X-Short': 'abc',
    'Content-Type': 'application/json',
  },
});

describe('an answer that repeats its request', () => {
  it.each([
    ['Bearer token-of-header', '***'],
    ['It was token-of-header.', 'It was ***.'],
    ['{"key":"quoted\\"key-of-header"}', '{"key":"***"}'],
    ['p@ss-of-url, p%40ss-of-url', '***, ***'],
    ['value of query and value%20of%20query', '*** and ***'],
    ['login-name', '***'],
  ])('has no secret: %s', (text, cleaned) => {
    expect(clean(text)).toBe(cleaned);
  });

  it.each(['abc', 'application/json', 'Bearer', '1', ''])('still has %s', (text) => {
    expect(clean(text)).toBe(text);
  });
});
