import { describe, expect, it } from 'vitest';
import { clientName } from '../../../adapters/contracts/client-name.ts';

describe('the name of a client', () => {
  it.each([
    ['axios/1.7.2', 'axios'],
    ['node', 'node'],
    ['@deepgram/sdk/5.13.0 Node/20', '@deepgram/sdk'],
    ['Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', 'Mozilla'],
    [`${'a'.repeat(50)}/1`, 'a'.repeat(40)],
    ['', undefined],
    [undefined, undefined],
  ])('of %s is %s', (userAgent, name) => {
    expect(clientName(userAgent)).toBe(name);
  });
});
