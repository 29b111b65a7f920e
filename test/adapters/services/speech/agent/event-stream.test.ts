import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventStreamReader } from '../../../../../adapters/services/speech/agent/event-stream.ts';
import { runs } from '../../../../support/runner/runs.ts';

function dataOf(...texts: readonly string[]): readonly string[] {
  const reader = new EventStreamReader();
  return [...texts.flatMap((text) => reader.push(text)), ...reader.end()];
}

describe('the data of server-sent events', () => {
  it.each<[string, string, readonly string[]]>([
    ['one event', 'data: a\n\n', ['a']],
    ['several lines', 'data: a\ndata:b\ndata\n\n', ['a\nb\n']],
    ['one blank at most', 'data:  a\n\n', [' a']],
    ['other fields', 'id: 1\nevent: x\nretry: 5\ndata: a\nfoo: b\n\n', ['a']],
    ['comments', ': still here\n\n:\n\ndata: a\n: b\n\n', ['a']],
    ['carriage returns', 'data: a\r\rdata: b\r\n\r\n', ['a', 'b']],
    ['a byte order mark', '\uFEFFdata: a\n\n', ['a']],
    ['no blank line at the end', 'data: a\n\ndata: b', ['a', 'b']],
    ['colons', 'data: {"a":"b: c"}\n\n', ['{"a":"b: c"}']],
    ['nothing', '', []],
    ['no event', '\n\n\n<html>\n\n', []],
    ['no field name', ' data: a\nDATA: b\ndatas: c\n\n', []],
  ])('with %s', (_what, text, data) => {
    expect(dataOf(text)).toEqual(data);
  });

  it('depends on the text alone, not on its pieces', () => {
    const piece = fc.constantFrom('data', ':', ' ', 'a', '\n', '\r', '\r\n', '\uFEFF', '\n\n');
    fc.assert(
      fc.property(
        fc.array(piece).map((pieces) => pieces.join('')),
        fc.array(fc.nat(20)),
        (text, lengths) => {
          const cuts: string[] = [];
          let at = 0;
          for (const length of lengths) cuts.push(text.slice(at, (at += length)));
          expect(dataOf(...cuts, text.slice(at))).toEqual(dataOf(text));
        },
      ),
      runs(300),
    );
  });

  it('needs linear time for a line that arrives byte by byte', () => {
    const reader = new EventStreamReader();
    for (let index = 0; index < 300_000; index += 1) reader.push('a');
    expect(reader.push('\ndata: a\n\n')).toEqual(['a']);
  });
});
