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

  it('are distinguished by their names if they have no indices', () => {
    expect(
      callsOf(piece(null, 'a', '{"b"'), piece(null, null, ':1}'), piece(null, 'a', '{}')),
    ).toEqual([
      { name: 'a', arguments: '{"b":1}' },
      { name: 'a', arguments: '{}' },
    ]);
  });

  it('have an empty object for missing arguments, and accept objects', () => {
    expect(callsOf(piece(0, 'a'), piece(1, 'b', { c: [1] }))).toEqual([
      { name: 'a', arguments: '{}' },
      { name: 'b', arguments: '{"c":[1]}' },
    ]);
    expect(callsOf()).toEqual([]);
  });

  it.each(['{', '[]', 'null', '1', '"a"', '{} {}'])('are invalid with the arguments %s', (text) => {
    expect(callsOf(piece(0, 'a', text))).toBeUndefined();
  });

  it('are invalid without a name', () => {
    expect(callsOf(piece(0, null, '{}'))).toBeUndefined();
    expect(callsOf({})).toBeUndefined();
  });
});
