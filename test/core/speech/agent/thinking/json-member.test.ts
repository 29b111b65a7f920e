import { describe, expect, it } from 'vitest';
import { answerLimits } from '../../../../../core/speech/agent/limits.ts';
import {
  memberOf,
  parsedJson,
  textOf,
} from '../../../../../core/speech/agent/thinking/json-member.ts';

const nested = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`;

describe('the answer of a function', () => {
  it.each([
    ['{"a":{"b":[1,2]}}', ['a', 'b', '1'], 2],
    ['{"a":{"b":[1,2]}}', ['a', 'b', 'length'], 2],
    ['{"__proto__":1}', ['__proto__'], 1],
    ['{}', ['__proto__'], null],
    ['{}', ['toString'], null],
    ['"text"', ['0'], null],
    ['null', ['a'], null],
    ['{"a":1e999}', ['a'], null],
    ['{"a":[1e999]}', ['a'], null],
  ])('%s has at %j: %j', (text, path, member) => {
    expect(memberOf(parsedJson(text) ?? null, path)).toEqual(member);
  });

  it.each(['', 'done', '{', '{"a":}'])('%j is no JSON', (text) => {
    expect(parsedJson(text)).toBeUndefined();
  });

  it('has members that nest to a depth, and not deeper', () => {
    const { argumentDepthMax } = answerLimits;
    const member = (levels: number) => memberOf(parsedJson(`{"a":${nested(levels)}}`)!, ['a']);
    expect(textOf(member(argumentDepthMax))).toBe(nested(argumentDepthMax));
    expect(member(argumentDepthMax + 1)).toBeNull();
    expect(member(100_000)).toBeNull();
  });

  it('has members of a limited number of values', () => {
    const { memberValuesMax } = answerLimits;
    const member = (values: number) => memberOf({ a: Array<number>(values).fill(1) }, ['a']);
    expect(member(memberValuesMax - 1)).toHaveLength(memberValuesMax - 1);
    expect(member(memberValuesMax)).toBeNull();
  });

  it.each([
    ['text', 'text'],
    [null, ''],
    [true, 'true'],
    [1.5, '1.5'],
    [{ b: 1, a: [null] }, '{"a":[null],"b":1}'],
  ])('%j as text is %j', (value, text) => expect(textOf(value)).toBe(text));
});
