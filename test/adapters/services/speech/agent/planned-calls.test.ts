import { describe, expect, it } from 'vitest';
import type { ToolCallDelta } from '../../../../../adapters/services/speech/agent/chat-completion.ts';
import { PlannedCalls } from '../../../../../adapters/services/speech/agent/planned-calls.ts';

function callsOf(...pieces: readonly ToolCallDelta[]) {
  const calls = new PlannedCalls();
  for (const piece of pieces) calls.add(piece);
  return calls.all();
}

const piece = (index: number | null, name: string | null, text?: string | object) =>
  ({ index, function: { name, arguments: text } }) as ToolCallDelta;

describe('the calls of a thought', () => {
  it('are joined by their indices, in their order', () => {
    expect(
      callsOf(
        piece(1, 'second', ''),
        piece(0, 'first', ''),
        piece(1, null, '{"a":'),
        piece(0, null, '{}'),
        piece(1, null, '1}'),
      ),
    ).toEqual([
      { name: 'first', arguments: '{}' },
      { name: 'second', arguments: '{"a":1}' },
    ]);
  });

  it('are told apart by their names without indices', () => {
    expect(
      callsOf(piece(null, 'a', '{"b"'), piece(null, null, ':1}'), piece(null, 'a', '{}')),
    ).toEqual([
      { name: 'a', arguments: '{"b":1}' },
      { name: 'a', arguments: '{}' },
    ]);
  });

  it('have no arguments as an empty object, and take objects as they are', () => {
    expect(callsOf(piece(0, 'a'), piece(1, 'b', { c: [1] }))).toEqual([
      { name: 'a', arguments: '{}' },
      { name: 'b', arguments: '{"c":[1]}' },
    ]);
    expect(callsOf()).toEqual([]);
  });

  it.each(['{', '[]', 'null', '1', '"a"', '{} {}'])('are none with the arguments %s', (text) => {
    expect(callsOf(piece(0, 'a', text))).toBeUndefined();
  });

  it('are none without a name', () => {
    expect(callsOf(piece(0, null, '{}'))).toBeUndefined();
    expect(callsOf({})).toBeUndefined();
  });
});
