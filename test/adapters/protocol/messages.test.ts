// The end of half a response, for the faults that cut it, and responses to HEAD.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyBytesOf, halved, withoutBody } from '../../../adapters/protocol/messages.ts';

const textOf = (body: string) => String(halved({ status: 200, headers: {}, body }).bytes ?? '');

describe('half of a body', () => {
  it('ends before the middle quotation mark', () => {
    expect(textOf('{"id":5,"url":"http://a/"}')).toBe('{"id":5,"url');
  });

  it('ends in the middle of bytes, and of a text without quotation marks', () => {
    expect(textOf('[1,2]')).toBe('[1');
    const bytes = Buffer.from('""345678');
    expect(bodyBytesOf({ status: 200, headers: {}, bytes }).half.toString()).toBe('""34');
  });

  it('is never valid JSON', () => {
    fc.assert(
      fc.property(fc.array(fc.json()), (values) => {
        const body = JSON.stringify(values);
        expect(() => JSON.parse(textOf(body))).toThrow(SyntaxError);
      }),
    );
  });

  it('does not depend on the host of links', () => {
    fc.assert(
      fc.property(fc.json(), fc.webUrl(), fc.webUrl(), (value, one, other) => {
        const body = (url: string) => textOf(JSON.stringify([{ url }, value, [url, url]]));
        expect(body(one).replaceAll(one, () => other)).toBe(body(other));
      }),
    );
  });
});

describe('a response to HEAD', () => {
  const head = { status: 200, headers: { A: 'b' } };

  it('has the headers, and no body', () => {
    expect(withoutBody({ ...head, body: 'text' })).toEqual(head);
    expect(withoutBody({ ...head, bytes: Buffer.from('bytes') })).toEqual(head);
  });

  it('ends a stream, which would occupy its slot for ever', () => {
    const calls: boolean[] = [];
    const stream = (gone: AbortSignal) => {
      calls.push(gone.aborted);
      return (async function* none() {})();
    };
    expect(withoutBody({ ...head, stream })).toEqual(head);
    expect(calls).toEqual([true]);
  });
});
