// Selection of the part of a script that a session hears.

import { describe, expect, it } from 'vitest';
import {
  bareWords,
  entityRange,
  gapHopsOf,
  partOf,
  type ScriptSelection,
} from '../../../../../core/speech/recognition/script/script.ts';

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

  it('is the first whose conditions hold', () => {
    expect(textFor({ tag: 'c' }, { channel: 1 }, {})).toBe('1');
    expect(textFor()).toBeUndefined();
  });
});

describe('the silence between utterances', () => {
  it('is 0.7 s unless the part sets another, in whole 10 ms', () => {
    expect(gapHopsOf(undefined)).toBe(70);
    expect(gapHopsOf({ select: {}, utterances: [] })).toBe(70);
    expect(gapHopsOf({ select: {}, gapMs: 201, utterances: [] })).toBe(21);
  });
});

describe('the words of an entity', () => {
  it.each([
    ['Ann', [1, 2]],
    ['Lee of Ulm', [2, 5]],
    ['Ulm', [4, 5]],
    ['Bob', undefined],
    ['An', undefined],
    ['Ulm Ulm', undefined],
    ['Ulm ...', undefined],
    [' ', undefined],
  ])('are where its value %j is first in the text', (value, range) => {
    const words = bareWords('I (Ann  Lee, of Ulm), am Ann.');
    expect(entityRange({ label: 'NAME', value }, words)).toEqual(range);
  });

  it('are those at its numbers', () => {
    const words = bareWords('It is five');
    expect(entityRange({ label: 'NUMBER', value: '5', from: 2 }, words)).toEqual([2, 3]);
    expect(entityRange({ label: 'NUMBER', value: '5', from: 0, to: 3 }, words)).toEqual([0, 3]);
  });
});
