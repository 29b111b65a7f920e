import { describe, expect, it } from 'vitest';
import { completionPart } from '../../../../../adapters/services/speech/agent/chat-completion.ts';

const nothing = { content: '', reasoning: '', calls: [], isFinished: false };
const partOf = (data: unknown) => completionPart(JSON.stringify(data));
const delta = (own: object, more: object = {}) => partOf({ choices: [{ delta: own, ...more }] });

describe('a part of a chat completion', () => {
  it('has the text of a chunk, or of a whole answer', () => {
    expect(delta({ role: 'assistant', content: 'Hi' })).toEqual({ ...nothing, content: 'Hi' });
    const message = { role: 'assistant', content: 'Hi', refusal: null, tool_calls: null };
    const whole = { id: '1', choices: [{ index: 0, message, finish_reason: 'stop' }] };
    expect(partOf(whole)).toEqual({ ...nothing, content: 'Hi', isFinished: true });
  });

  it('has reasoning under both of its names', () => {
    expect(delta({ reasoning_content: 'Hm' })).toEqual({ ...nothing, reasoning: 'Hm' });
    expect(delta({ reasoning: 'Hm', content: null })).toEqual({ ...nothing, reasoning: 'Hm' });
  });

  it('has pieces of calls', () => {
    const calls = [
      { index: 1, id: 'x', type: 'function', function: { name: 'a', arguments: '{' } },
    ];
    expect(delta({ tool_calls: calls })).toMatchObject({
      calls: [{ index: 1, function: { name: 'a', arguments: '{' } }],
    });
  });

  it.each<[string, unknown]>([
    ['no choice', { choices: [], usage: { total_tokens: 3 } }],
    ['a delta of null', { choices: [{ delta: null, finish_reason: null }] }],
    ['other members alone', { type: 'ping' }],
    ['another choice', { choices: [{ index: 1, delta: { content: 'no' } }] }],
  ])('has nothing in %s', (_what, data) => {
    expect(partOf(data)).toEqual(nothing);
  });

  it.each([{ message: 'Overloaded' }, 'Overloaded', true])('is the error %j', (error) => {
    expect(partOf({ error, choices: [] })).toBe('error');
  });

  it.each([
    '',
    'hello',
    '[]',
    'null',
    '"a"',
    '{"choices":{}}',
    '{"choices":[{"delta":{"content":1}}]}',
  ])('is none in %s', (text) => {
    expect(completionPart(text)).toBeUndefined();
  });
});
