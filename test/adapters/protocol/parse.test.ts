import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonBody, parse, ParseError, queryObject } from '../../../adapters/protocol/parse.ts';
import { jsonLevelsMax } from '../../../core/index.ts';

function problemsOf(task: () => unknown) {
  try {
    task();
  } catch (error) {
    if (error instanceof ParseError) return error.problems;
    throw error;
  }
  return [];
}

describe('jsonBody', () => {
  it('reads JSON', () => {
    expect(jsonBody(Buffer.from(' {"a":["é",1.5,null]} '))).toEqual({ a: ['é', 1.5, null] });
  });

  it('reads an empty body as an empty object', () => {
    expect(jsonBody(Buffer.alloc(0))).toEqual({});
  });

  it.each(['{', 'nope', '{"a":1,}', "{'a':1}", '{"a":NaN}', ' ', '{} {}'])('refuses %j', (text) => {
    const [problem] = problemsOf(() => jsonBody(Buffer.from(text)));
    expect(problem).toMatchObject({ location: 'body', message: 'is not valid JSON' });
  });

  it('refuses bytes that are not UTF-8', () => {
    const body = Buffer.from([0x22, 0xff, 0xfe, 0x22]);
    expect(problemsOf(() => jsonBody(body))).toHaveLength(1);
  });

  it('reads as many levels as are allowed, and no more', () => {
    const nested = (levels: number) => Buffer.from('['.repeat(levels) + ']'.repeat(levels));
    expect(Array.isArray(jsonBody(nested(jsonLevelsMax)))).toBe(true);
    for (const levels of [jsonLevelsMax + 1, 100_000]) {
      const [problem] = problemsOf(() => jsonBody(nested(levels)));
      expect(problem?.message).toBe('has more than 512 levels of lists and objects');
    }
  });
});

describe('queryObject', () => {
  const read = (search: string) => queryObject(new URLSearchParams(search));

  it('lists the values of a repeated parameter', () => {
    expect(read('a=1&b=2&a=3&a=')).toEqual({ a: ['1', '3'], b: '2' });
  });

  it('counts an empty parameter as absent', () => {
    expect(read('a=&b&c=0')).toEqual({ c: '0' });
  });

  it('reads parameters that are named like members of objects', () => {
    const query = read('__proto__=x&constructor=y');
    expect(Object.getPrototypeOf(query)).toBe(Object.prototype);
    expect(Object.keys(query).sort()).toEqual(['__proto__', 'constructor']);
  });
});

describe('parse', () => {
  it('truncates the message about unknown members', () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`m${at}`, at]));
    const [problem] = problemsOf(() => parse(z.strictObject({}), many, 'body'));
    expect(problem?.message).toMatch(/^Unrecognized keys: "m0", "m1", /);
    expect(problem?.message).toHaveLength(1_000);
  });

  const schema = z.object({ name: z.string().max(3), list: z.array(z.int()).default([]) });

  it('returns the value that the schema parses', () => {
    expect(parse(schema, { name: 'abc', more: 1 }, 'body')).toEqual({ name: 'abc', list: [] });
  });

  it('lists each invalid field with its value', () => {
    const problems = problemsOf(() => parse(schema, { name: 7, list: [1, 'x'] }, 'body'));
    expect(problems.map(({ location, value }) => [location, value])).toEqual([
      ['body.name', 7],
      ['body.list.1', 'x'],
    ]);
  });

  it('locates problems of the query in the query', () => {
    const [problem] = problemsOf(() => parse(schema, {}, 'query'));
    expect(problem?.location).toBe('query.name');
  });

  it('joins all problems in one message', () => {
    expect(() => parse(schema, { name: 'long one' }, 'body')).toThrow(/^body\.name: /);
  });

  it('truncates long texts, and omits objects', () => {
    const [long] = problemsOf(() => parse(schema, { name: 'x'.repeat(5_000) }, 'body'));
    expect(long?.value).toBe('x'.repeat(200));
    const [object] = problemsOf(() => parse(schema, { name: { secret: 1 } }, 'body'));
    expect(object?.value).toBeUndefined();
  });

  it('lists twenty problems at most', () => {
    const list = Array.from({ length: 1_000 }, () => 'x');
    expect(problemsOf(() => parse(schema, { name: 'a', list }, 'body'))).toHaveLength(20);
  });

  it.each([null, [], 'text', 7, true])('refuses %j in place of an object', (value) => {
    expect(problemsOf(() => parse(schema, value, 'body'))[0]?.location).toBe('body');
  });
});
