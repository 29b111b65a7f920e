import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../../core/kernel/canonical.ts';
import { answerLimits, plainReplyCharsMax } from '../../../../../core/speech/agent/limits.ts';
import type { FunctionResult, ThinkQuestion } from '../../../../../core/speech/agent/thought.ts';
import { plainThought } from '../../../../../core/speech/agent/thinking/plain.ts';
import type { AgentFunction } from '../../../../../core/speech/agent/settings.ts';
import { sentencesOf } from '../../../../../core/speech/synthesis/sentences.ts';
import { runs } from '../../../../support/runner/runs.ts';

const questionOf = (heard: string, more: Partial<ThinkQuestion> = {}): ThinkQuestion => {
  return { heard, results: [], prompt: '', history: [], functions: [], lastReply: '', ...more };
};

const named = (name: string, parameters: Json = {}): AgentFunction => {
  return { name, description: '', parameters, endpoint: null };
};

const answered = (response: string, hasFailed = false, name = 'check_it'): FunctionResult => {
  return { id: 'fc_1', name, isClientSide: true, arguments: '{}', response, hasFailed };
};

describe('the plain thinker', () => {
  it.each([
    ['Hello.', 'You said: Hello.'],
    ['Hi! I am Dr. Lee. Is it 3.5?', 'You said: Hi, I am Dr. Lee, Is it 3.5.'],
    ['  "Yes…"\n\nno ', 'You said: Yes, no.'],
    ['你好。再见！', 'You said: 你好, 再见.'],
    ['?!', 'I did not hear any words.'],
    ['', 'I did not hear any words.'],
  ])('restates %j as %j', (heard, text) => {
    expect(plainThought(questionOf(heard))).toEqual({ text, calls: [] });
  });

  it('restates the beginning of a long text', () => {
    const { text } = plainThought(questionOf('seven words '.repeat(100)));
    expect(text).toMatch(/^You said: (seven words )+seven…$/);
    expect(text.length).toBeGreaterThan(plainReplyCharsMax - 20);
    expect(plainThought(questionOf('a'.repeat(2 ** 20))).text).toHaveLength(plainReplyCharsMax);
  });

  it('selects its words by the prompt and the history', () => {
    const user = { role: 'user', content: 'x' } as const;
    const replies = [[], [user], [user, user]].map(
      (history) => plainThought(questionOf('Hello.', { history })).text,
    );
    expect(new Set(replies).size).toBe(3);
    expect(plainThought(questionOf('Hello.', { prompt: 'x' })).text).toBe(replies[1]);
  });

  it('never repeats its last reply', () => {
    let lastReply = '';
    for (let turn = 0; turn < 5; turn += 1) {
      const { text } = plainThought(questionOf('Hello.', { lastReply }));
      expect(text).not.toBe(lastReply);
      lastReply = text;
    }
  });

  it('calls the functions whose names are spoken, with the words after each name', () => {
    const parameters = { properties: { people: { type: 'integer' } }, required: ['people'] };
    const functions = [
      named('book_table', parameters),
      named('other'),
      named('check-it', parameters),
    ];
    const heard = 'Check it for three, then book table for four.';
    expect(plainThought(questionOf(heard, { functions }))).toEqual({
      text: '',
      calls: [
        { name: 'check-it', arguments: '{"people":3}' },
        { name: 'book_table', arguments: '{"people":4}' },
      ],
    });
  });

  it('calls a limited number of functions', () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `f${index}`);
    const heard = names.join(' ');
    const { calls } = plainThought(
      questionOf(heard, { functions: names.map((name) => named(name)) }),
    );
    expect(calls).toHaveLength(answerLimits.callsMax);
  });

  it.each([
    ['It is free. Come!', 'The answer is: It is free, Come.'],
    [
      '{"table":7,"at":["six",true],"none":null}',
      'The answer is: at six, yes, none nothing, table 7.',
    ],
    ['', 'The answer is: nothing.'],
    ['"\\n"', 'The answer is: nothing.'],
  ])('reports that a function answered %j', (response, text) => {
    const results = [answered(response)];
    expect(
      plainThought(questionOf('check it', { results, functions: [named('check_it')] })),
    ).toEqual({
      text,
      calls: [],
    });
  });

  it('names failed functions', () => {
    const results = [answered('no', true), answered('yes'), answered('no', true, 'other-one')];
    const { text } = plainThought(questionOf('', { results }));
    expect(text).toBe('I am sorry, check it and other one failed.');
    expect(plainThought(questionOf('', { results, lastReply: text })).text).toBe(
      'Unfortunately check it and other one did not work.',
    );
  });

  it('answers any text with one short sentence, different from the last one', () => {
    const piece = fc.oneof(
      fc.constantFrom('. ', '! ', '?" ', '。', '…', '\n', ' ', 'Mr. ', ') ', 'check it', '\ud800'),
      fc.string({ maxLength: 10, unit: 'binary' }),
      fc.lorem({ maxCount: 10 }),
    );
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    const result = fc
      .tuple(fc.oneof(text, fc.json()), fc.boolean(), text)
      .map(([response, hasFailed, name]) => answered(response, hasFailed, name));
    fc.assert(
      fc.property(text, fc.array(result, { maxLength: 3 }), text, (heard, results, prompt) => {
        const first = plainThought(questionOf(heard, { results, prompt })).text;
        const second = plainThought(questionOf(heard, { results, prompt, lastReply: first })).text;
        expect(second).not.toBe(first);
        for (const reply of [first, second]) {
          expect(sentencesOf(reply)).toEqual([reply]);
          expect(reply.length).toBeLessThanOrEqual(plainReplyCharsMax);
        }
      }),
      runs(300),
    );
  });

  it('calls a function with arguments that its schema allows', () => {
    const ajv = new Ajv({ strict: false });
    const word = fc.constantFrom(
      'name',
      'size',
      'Ann',
      'four',
      '7',
      'not',
      'red',
      'and',
      'is',
      ',',
    );
    const heard = fc.array(word, { maxLength: 12 }).map((words) => `find it ${words.join(' ')}`);
    fc.assert(
      fc.property(simpleObject(2), heard, (schema, text) => {
        const functions = [named('find_it', schema)];
        const [call] = plainThought(questionOf(text, { functions })).calls;
        const value: unknown = JSON.parse(call?.arguments ?? '');
        expect({ value, errors: ajv.validate(schema as object, value) || ajv.errors }).toEqual({
          value,
          errors: true,
        });
      }),
      runs(300),
    );
  });

  it('accepts any JSON as a schema', () => {
    const keyword = fc.constantFrom(
      'type properties items required enum const anyOf default minimum maxLength minItems'.split(
        ' ',
      ),
    );
    const { schema } = fc.letrec<{ schema: Json }>((tie) => ({
      schema: fc.oneof(
        { maxDepth: 6 },
        fc.constantFrom<Json[]>('object', 'array', 'string', 'integer', null, true, 1e308, -5, 'x'),
        fc.array(tie('schema'), { maxLength: 3 }),
        fc.dictionary(
          fc.oneof(
            keyword.chain((all) => fc.constantFrom(...all)),
            fc.string(),
          ),
          tie('schema'),
        ),
      ),
    }));
    fc.assert(
      fc.property(schema, fc.lorem(), (parameters, behind) => {
        const functions = [named('find_it', parameters)];
        const [call] = plainThought(questionOf(`find it x ${behind} 7`, { functions })).calls;
        expect(JSON.parse(call?.arguments ?? '')).toBeTypeOf('object');
      }),
      runs(300),
    );
  });
});

const integerSchema = fc
  .tuple(fc.integer({ min: -20, max: 20 }), fc.nat(20), fc.boolean())
  .map(([minimum, range, isBounded]) => {
    return { type: 'integer', ...(isBounded && { minimum, maximum: minimum + range }) };
  });

/** A schema whose keywords cannot contradict one another. */
function simpleSchema(levels: number): fc.Arbitrary<Json> {
  const flat: fc.Arbitrary<Json>[] = [
    integerSchema,
    fc.constantFrom<Json[]>(
      { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
      { type: 'string' },
      { type: ['null', 'string'], maxLength: 5 },
      { type: 'boolean' },
      { type: 'null' },
      { enum: ['red', 'green', 7, null] },
      { const: 'fixed' },
    ),
  ];
  if (levels === 0) return fc.oneof(...flat);
  const list = fc
    .record({ items: simpleSchema(levels - 1), minItems: fc.nat(2), more: fc.nat(3) })
    .map(({ items, minItems, more }) => {
      return { type: 'array', items, minItems, maxItems: minItems + more };
    });
  return fc.oneof(...flat, list as fc.Arbitrary<Json>, simpleObject(levels));
}

function simpleObject(levels: number): fc.Arbitrary<Json> {
  const name = fc.constantFrom('name', 'size', 'red_one', 'x');
  return fc
    .dictionary(name, fc.tuple(simpleSchema(levels - 1), fc.boolean()), { maxKeys: 4 })
    .map((members) => {
      const all = Object.entries(members);
      return {
        type: 'object',
        properties: Object.fromEntries(all.map(([key, [schema]]) => [key, schema])),
        required: all.flatMap(([key, [, isRequired]]) => (isRequired ? key : [])),
        additionalProperties: false,
      };
    });
}
