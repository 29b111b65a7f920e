// Which part of a script a session hears.

import { describe, expect, it } from 'vitest';
import { gapHopsOf, partOf, type ScriptSelection } from '../../../../core/speech/records/script.ts';

const script = (...selections: readonly ScriptSelection[]) => ({
  parts: selections.map((select, index) => ({ select, utterances: [{ text: `${index}` }] })),
});
const subject = { tags: ['a', 'b'], path: '/v1/listen', channel: 1, ordinal: 3 };
const textFor = (...selections: readonly ScriptSelection[]) =>
  partOf(script(...selections), subject)?.utterances[0]?.text;

describe('the part of a session', () => {
  it.each([
    [{}],
    [{ tag: 'b' }],
    [{ path: '/v1/listen' }],
    [{ channel: 1 }],
    [{ ordinal: 3 }],
    [{ tag: 'a', path: '/v1/listen', channel: 1, ordinal: 3 }],
  ])('is selected by %j', (select) => expect(textFor(select)).toBe('0'));

  it.each([
    [{ tag: 'c' }],
    [{ path: '/v2/listen' }],
    [{ channel: 0 }],
    [{ ordinal: 1 }],
    [{ tag: 'a', channel: 0 }],
  ])('is not selected by %j', (select) => expect(textFor(select)).toBeUndefined());

  it('is the first that holds', () => {
    expect(textFor({ tag: 'c' }, { channel: 1 }, {})).toBe('1');
    expect(textFor()).toBeUndefined();
  });
});

describe('the silence between utterances', () => {
  it('is 0.7 s unless the part says another, in whole 10 ms', () => {
    expect(gapHopsOf(undefined)).toBe(70);
    expect(gapHopsOf({ select: {}, utterances: [] })).toBe(70);
    expect(gapHopsOf({ select: {}, gapMs: 201, utterances: [] })).toBe(21);
  });
});
