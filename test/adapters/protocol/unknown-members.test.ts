import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { unknownMembers, withoutMembers } from '../../../adapters/protocol/unknown-members.ts';

const schema = z.object({
  name: z.string(),
  size: z.object({ width: z.number() }).exactOptional(),
  items: z.array(z.strictObject({ id: z.string() })).default([]),
  anything: z.looseObject({ a: z.string() }).exactOptional(),
  byName: z.record(z.string(), z.object({ a: z.string() })).exactOptional(),
  shape: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('round'), radius: z.number() }),
      z.strictObject({ kind: z.enum(['square', 'cube']), side: z.number() }),
    ])
    .exactOptional(),
  one: z.union([z.object({ a: z.string() }), z.array(z.object({ b: z.string() }))]).exactOptional(),
});

describe('members that a schema does not have', () => {
  it.each([
    [{ name: 'a' }, []],
    [{ name: 'a', color: { red: 1 } }, ['color']],
    [{ size: { width: 1, height: 2 } }, ['size.height']],
    [{ items: [{ id: 'a' }, { id: 'b', more: 1 }] }, ['items.1.more']],
    [{ anything: { b: 1 } }, []],
    [{ byName: { x: { a: '', b: '' } } }, ['byName.x.b']],
    [{ shape: { kind: 'round', radius: 1, side: 2 } }, ['shape.side']],
    [{ shape: { kind: 'cube', radius: 1, side: 2 } }, ['shape.radius']],
    [{ one: { a: '', b: '' } }, ['one.b']],
    [{ one: [{ a: '', b: '' }] }, ['one.0.a']],
    [JSON.parse('{"__proto__":{}}'), ['__proto__']],
    ['text', []],
    [[{ more: 1 }], []],
  ])('of %j are %j', (value, expected) => {
    const found = unknownMembers(schema, value);
    expect(found.map((path) => path.join('.'))).toEqual(expected);
    expect(unknownMembers(schema, withoutMembers(value, found))).toEqual([]);
  });

  it('are taken out, and nothing else', () => {
    const value = { name: 'a', items: [{ id: 'a', more: 1 }], color: 'red' };
    const paths = [['items', 0, 'more'], ['color']];
    expect(withoutMembers(value, paths)).toEqual({ name: 'a', items: [{ id: 'a' }] });
    expect(withoutMembers(value, [])).toBe(value);
  });
});
