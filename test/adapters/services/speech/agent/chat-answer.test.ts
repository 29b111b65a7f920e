import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { thoughtCallsMax, thoughtSentencesMax } from '../../../../../adapters/protocol/limits.ts';
import { ChatAnswer } from '../../../../../adapters/services/speech/agent/chat-answer.ts';
import { runs } from '../../../../support/runner/runs.ts';

function partsOf(...texts: readonly string[]) {
  const answer = new ChatAnswer((text) => text.replaceAll('top-secret', '***'));
  const parts = [...texts.flatMap((text) => answer.push(text)), ...answer.end()];
  expect(answer.isDone()).toBe(true);
  expect([...answer.push('data: more\n\n'), ...answer.end()]).toEqual([]);
  return parts;
}

const event = (data: unknown) =>
  `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
const delta = (own: object) => event({ choices: [{ delta: own }] });
const says = (content: string) => delta({ content });
const finished = event({ choices: [{ delta: {}, finish_reason: 'stop' }] });
const end = event('[DONE]');

const sentence = (text: string) => ({ kind: 'sentence', text });
const done = { kind: 'done', calls: [] };
const failed = { kind: 'failed', reason: expect.stringMatching(/^The .+\.$/) };

describe('the answer of a live thinker', () => {
  it('is a thought, sentence by sentence', () => {
    const answer = new ChatAnswer((text) => text);
    expect(answer.push(delta({ role: 'assistant' }) + says('Good mor'))).toEqual([]);
    expect(answer.push(says('ning, Dr. Lee.'))).toEqual([]);
    expect(answer.push(says(' How are you'))).toEqual([sentence('Good morning, Dr. Lee.')]);
    expect(answer.push(says('? Fine'))).toEqual([sentence('How are you?')]);
    expect(answer.push(finished)).toEqual([]);
    expect(answer.push(end)).toEqual([sentence('Fine'), done]);
  });

  it('makes no progress by pieces of a sentence that does not end', () => {
    const answer = new ChatAnswer((text) => text);
    const progress = (text: string) => {
      const parts = answer.push(text);
      return [parts.length, answer.isProgressing()];
    };
    expect(progress(says('One.'))).toEqual([0, false]);
    expect(progress(says(' Two'))).toEqual([1, true]);
    expect(progress(says(' and more'.repeat(50)))).toEqual([1, false]);
    expect(progress(says(' and more'.repeat(100)))).toEqual([2, false]);
    expect(progress(says(' so. '))).toEqual([1, true]);
    expect(progress(delta({ reasoning: 'Hm.' }) + says('a'))).toEqual([0, false]);
    expect(progress(end)).toEqual([2, true]);
  });

  it.each<[string, readonly string[], readonly object[]]>([
    ['ends with [DONE]', [says('Hi.'), end, says('No.')], [sentence('Hi.'), done]],
    ['ends with a reason and the answer', [says('Hi.'), finished], [sentence('Hi.'), done]],
    ['says nothing', [end], [done]],
    [
      'reasons once before it speaks',
      [delta({ reasoning_content: 'Hm, ' }), delta({ reasoning_content: 'so.' }), says('Hi.'), end],
      [{ kind: 'thinking', content: 'Hm, so.' }, sentence('Hi.'), done],
    ],
    [
      'reasons only',
      [delta({ reasoning: 'Hm.' }), end],
      [{ kind: 'thinking', content: 'Hm.' }, done],
    ],
    [
      'calls functions behind its text',
      [
        says('One moment.'),
        delta({ tool_calls: [{ index: 0, function: { name: 'a', arguments: '{"b"' } }] }),
        delta({ tool_calls: [{ index: 0, function: { arguments: ':1}' } }] }),
        finished,
        end,
      ],
      [sentence('One moment.'), { kind: 'done', calls: [{ name: 'a', arguments: '{"b":1}' }] }],
    ],
    [
      'has comments, other fields and other line ends',
      [': hello\r\n\r\n', `event: x\r\n${says('Hi.').replaceAll('\n', '\r\n')}`, end],
      [sentence('Hi.'), done],
    ],
    [
      'repeats a secret, cut in two',
      [says('It is top-'), says('secret. Yes.'), end],
      [sentence('It is ***.'), sentence('Yes.'), done],
    ],
    [
      'has halves of characters',
      [says('\ud83d'), says('\ude00 \ud800.'), end],
      [sentence('😀 \uFFFD.'), done],
    ],
    [
      'is one document',
      [
        '\n {"choices":[{"message":{"content":"Hi. You.","reasoning":"Hm.",',
        '"tool_calls":[{"function":{"name":"a","arguments":"{}"}}]}}]}',
      ],
      [
        { kind: 'thinking', content: 'Hm.' },
        sentence('Hi.'),
        sentence('You.'),
        { kind: 'done', calls: [{ name: 'a', arguments: '{}' }] },
      ],
    ],
  ])('%s', (_what, texts, parts) => {
    expect(partsOf(...texts)).toEqual(parts);
  });

  it.each<[string, readonly string[], readonly object[]]>([
    ['is empty', [], [failed]],
    ['is a page', ['<!doctype html>\n<html></html>\n'], [failed]],
    ['is blank', [' \n \n'], [failed]],
    ['is no JSON', ['data: {"choices"\n\n', says('Hi.')], [failed]],
    ['is a cut document', ['{"choices":[{"mess'], [failed]],
    ['is another document', ['{"error":"no"}'], [failed]],
    ['ends in the middle', [says('Hi. Yo')], [sentence('Hi.'), failed]],
    ['fails in the middle', [says('Hi. Yo'), event({ error: {} }), end], [sentence('Hi.'), failed]],
    [
      'calls with arguments that are no object',
      [delta({ tool_calls: [{ index: 0, function: { name: 'a', arguments: '{' } }] }), end],
      [failed],
    ],
  ])('that %s has failed', (_what, texts, parts) => {
    expect(partsOf(...texts)).toEqual(parts);
  });

  it('has a maximum of sentences', () => {
    const many = (count: number) => partsOf(says('a. '.repeat(count)), end);
    expect(many(thoughtSentencesMax)).toHaveLength(thoughtSentencesMax + 1);
    expect(many(thoughtSentencesMax).at(-1)).toEqual(done);
    expect(many(thoughtSentencesMax + 1)).toEqual([failed]);
    const sentences = says('a. '.repeat(thoughtSentencesMax - 1));
    expect(partsOf(sentences, says('b. c'), end).at(-1)).toEqual(failed);
  });

  it('has a maximum of function calls', () => {
    const many = (count: number) =>
      partsOf(
        delta({ tool_calls: Array.from({ length: count }, () => ({ function: { name: 'a' } })) }),
        end,
      );
    expect(many(thoughtCallsMax)).toMatchObject([{ kind: 'done' }]);
    expect(many(thoughtCallsMax + 1)).toEqual([failed]);
  });

  it('is the same for any cuts of its text', () => {
    const whole =
      delta({ reasoning_content: 'Hm.' }) +
      ': comment\r\n\r\n' +
      says('Hello there. How are you? 12.5 degrees') +
      delta({ tool_calls: [{ index: 0, function: { name: 'a', arguments: '{}' } }] }) +
      finished +
      end;
    const parts = partsOf(whole);
    expect(parts).toHaveLength(5);
    fc.assert(
      fc.property(fc.array(fc.nat(whole.length)), (places) => {
        const cuts = [0, ...places.toSorted((left, right) => left - right), whole.length];
        const texts = cuts.slice(1).map((to, index) => whole.slice(cuts[index], to));
        expect(partsOf(...texts)).toEqual(parts);
      }),
      runs(100),
    );
  });
});
