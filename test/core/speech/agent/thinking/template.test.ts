import { describe, expect, it } from 'vitest';
import { answerLimits } from '../../../../../core/speech/agent/limits.ts';
import {
  parseTemplate,
  renderText,
  renderValue,
  type AnswerTemplate,
} from '../../../../../core/speech/agent/thinking/template.ts';

const answer = { table: 7, name: 'Ann', slots: [{ at: 'six' }], free: true, none: null, big: 'a' };
const source = {
  values: { count: 'four', name: 'Bob', empty: '' },
  result: { text: JSON.stringify(answer), json: answer },
};

function templateOf(text: string): AnswerTemplate {
  const template = parseTemplate(text);
  if (!template.ok) throw new Error(template.error.reason);
  return template.value;
}

const textOf = (text: string) => renderText(templateOf(text), source);
const valueOf = (text: string) => renderValue(templateOf(text), source);

describe('a template', () => {
  it.each([
    ['For {count} people.', 'For four people.'],
    ['{name}{name}', 'BobBob'],
    ['{empty}{unset}{constructor}', ''],
    ['{count:number} of {name:number}', '4 of Bob'],
    ['{result}', source.result.text],
    ['{result.table}, {result.slots.0.at}', '7, six'],
    ['{result.slots}', '[{"at":"six"}]'],
    ['{result.none}{result.no.such}{result.__proto__}', ''],
    ['{{name}} {{{name}}}', '{name} {Bob}'],
    ['', ''],
  ])('%j is %j', (text, rendered) => expect(textOf(text)).toBe(rendered));

  it.each([
    ['{count:number}', 4],
    ['{name:number}', 'Bob'],
    ['{count:number} people', '4 people'],
    ['{count}', 'four'],
    ['{result.table}', 7],
    ['{result.free}', true],
    ['{result.slots}', [{ at: 'six' }]],
    ['{result.none}', null],
    ['{result.name}', 'Ann'],
    ['{result}', source.result.text],
    ['{result.table:number}', 7],
    ['at {result.table}', 'at 7'],
    ['7', '7'],
  ])('%j is %j in arguments', (text, value) => expect(valueOf(text)).toEqual(value));

  it.each([
    ['a {b', 2, '"{" is not closed: write {{ for a brace'],
    ['a } b', 2, '"}" closes nothing: write }} for a brace'],
    ['{}', 1, 'a name must have letters, digits and underscores, and begin with a letter'],
    ['x {a b}', 3, 'a name must have letters, digits and underscores, and begin with a letter'],
    ['{a:text}', 1, 'only ":number" may follow a name'],
    ['{a:number:number}', 1, 'only ":number" may follow a name'],
    ['{a.b}', 1, 'only {result} has members'],
    ['{result..b}', 1, 'a member must have a name or a number'],
  ])('%j is refused at its offset %i', (text, offset, reason) => {
    expect(parseTemplate(text)).toEqual({ ok: false, error: { offset, reason } });
  });

  it('is cut if it is too long with its values', () => {
    const long = 'a'.repeat(answerLimits.renderedCharsMax);
    const own = { values: {}, result: { text: `${long}b`, json: { long: [`${long}b`] } } };
    expect(renderText(templateOf('{result}{result}'), own)).toBe(long);
    const member = renderValue(templateOf('{result.long}'), own);
    expect(member).toBe(`["${long}`.slice(0, answerLimits.renderedCharsMax));
  });

  it('has no result before a function, or members of one that is no JSON', () => {
    const none = { values: {}, result: undefined };
    expect(renderText(templateOf('{result}{result.a}'), none)).toBe('');
    const text = { values: {}, result: { text: 'done', json: undefined } };
    expect(renderText(templateOf('{result} {result.a}.'), text)).toBe('done .');
  });
});
