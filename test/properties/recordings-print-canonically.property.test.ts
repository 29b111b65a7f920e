// Law: what a server under load writes down is printed member by member as any other line is, whatever is in it.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chainStart, link } from '../../adapters/recording/chain.ts';
import { putAnswer, putEvent, putRequest } from '../../adapters/recording/entry-text.ts';
import { createLineBuffer, type LineBuffer } from '../../adapters/recording/line-buffer.ts';
import { canonical } from '../../core/index.ts';

const count = fc.nat();
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: fc.constantFrom('a', 'Z', '"', '\\', '\n', '\t', '\u0000', '\u007f') }),
  fc.json(),
);
const headers = fc.dictionary(text, text, { noNullPrototype: true });
const facts = fc.dictionary(text, fc.jsonValue({ maxDepth: 3 }), { noNullPrototype: true });
const bytes = fc.uint8Array({ maxLength: 50 }).map((all) => Buffer.from(all));

const request = fc.record(
  {
    kind: fc.constantFrom('http.request' as const, 'clock' as const, 'control' as const),
    at: count,
    service: text,
    method: text,
    origin: text,
    url: text,
    headers,
    input: count,
    position: count,
    after: count,
    idFrom: fc.record({ position: count, ordinal: count }),
    facts,
    text,
  },
  { requiredKeys: ['kind', 'at', 'service', 'method', 'origin', 'url', 'headers'] },
);

const answer = fc.record(
  {
    kind: fc.constant('http.answer' as const),
    at: count,
    to: count,
    status: count,
    headers,
    text,
    stream: fc.constant(true as const),
  },
  { requiredKeys: ['kind', 'at', 'to', 'status', 'headers'] },
);

const event = fc.record(
  {
    at: count,
    position: count,
    stream: text,
    version: count,
    type: text,
    data: facts,
    cause: count,
  },
  { requiredKeys: ['at', 'position', 'stream', 'version', 'type', 'data'] },
);

/** Something to be written, and the line that it is to be. */
interface Case {
  readonly put: (lines: LineBuffer, n: number) => void;
  readonly line: (n: number) => object;
}

const aCase: fc.Arbitrary<Case> = fc.oneof(
  fc.tuple(request, fc.option(bytes, { nil: undefined })).map(([said, body]) => ({
    put: (lines: LineBuffer, n: number) => putRequest(lines, n, said, said, body),
    line: (n: number) => ({ ...said, n, ...(body && { base64: body.toString('base64') }) }),
  })),
  answer.map((said) => ({
    put: (lines: LineBuffer, n: number) => putAnswer(lines, n, said, said),
    line: (n: number) => ({ ...said, n }),
  })),
  event.map((said) => ({
    put: (lines: LineBuffer, n: number) =>
      putEvent(lines, n, { text: canonical(said), position: said.position }),
    line: (n: number) => ({ ...said, kind: 'event', n }),
  })),
);

describe('recordings', () => {
  it('have requests, answers and events printed as all lines are', () => {
    fc.assert(
      fc.property(fc.array(aCase, { minLength: 1, maxLength: 8 }), fc.nat(3), (cases, taken) => {
        const lines = createLineBuffer();
        let previous = chainStart;
        let written = '';
        let expected = '';
        cases.forEach(({ put, line }, n) => {
          lines.begin();
          put(lines, n);
          const hash = lines.end();
          const linked = link(previous, line(n));
          expect(hash).toBe(linked.hash);
          previous = hash;
          expected += `${linked.text}\n`;
          if (n % (taken + 1) === 0) written += Buffer.from(lines.take()).toString();
        });
        written += Buffer.from(lines.take()).toString();
        expect(written).toBe(expected);
      }),
    );
  });

  it('have long lines among short ones', () => {
    const lines = createLineBuffer();
    let previous = chainStart;
    for (const length of [10, 3_000_000, 20, 700_000, 5_000_000, 0]) {
      const said = { kind: 'ws.out', at: 1, conn: 1, text: `"${'x'.repeat(length)}é` };
      const put = { put: lines.put, putText: lines.putText }[length % 3 === 0 ? 'put' : 'putText'];
      lines.begin();
      lines.put('"at":1,"conn":1');
      lines.cut();
      lines.put('"kind":"ws.out","text":');
      put(put === lines.put ? JSON.stringify(said.text) : said.text);
      const hash = lines.end();
      const linked = link(previous, said);
      expect(hash).toBe(linked.hash);
      expect(Buffer.from(lines.take()).toString()).toBe(`${linked.text}\n`);
      previous = hash;
    }
  });
});
