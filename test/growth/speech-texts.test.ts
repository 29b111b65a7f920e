// The work of texts in speech grows linearly with their length: parameters of channels, scripts, rules, and messages to agents, with
// lists of the length that is allowed.

import { describe, it, vi } from 'vitest';
import { scriptMembers } from '../../adapters/services/speech/script.ts';
import { agentCommandOf } from '../../adapters/services/speech/agent/messages.ts';
import { readListenParameters } from '../../adapters/services/speech/parameters/listen.ts';
import { listenCommandOf } from '../../adapters/services/speech/frames/listen.ts';
import { turnCommandOf } from '../../adapters/services/speech/frames/turns.ts';
import { commandOf } from '../../adapters/services/speech/frames/speak.ts';
import { upgradeUrlCharsMax } from '../../adapters/protocol/limits.ts';
import { plainThought } from '../../core/speech/agent/thinking/plain.ts';
import { initialProgress, scriptedThought } from '../../core/speech/agent/thinking/script.ts';
import { scriptLimits } from '../../core/speech/recognition/script/limits.ts';
import { bareWords, entityRange } from '../../core/speech/recognition/script/script.ts';
import { sentencesOf } from '../../core/speech/synthesis/sentences.ts';
import { wordsOf } from '../../core/speech/recognition/sounds/spread-words.ts';
import { formatWords } from '../../core/speech/text/format.ts';
import { heardWords } from '../support/speech/heard-words.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { expectLinearWork, processorMs, repeatToLength, units } from './work.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

const textUnits = [
  ...units,
  'a ',
  'a b ',
  'a. ',
  '7',
  '7 ',
  'é ',
  ')',
  "a'",
  'one ',
  'oh ',
  'a@b.',
  '。',
  '{a}',
  '[a|b]',
  '*',
];
const rules = { isConfigured: () => true, isAllowed: () => true };
const every = 'smart_format=true&redact=pci&redact=numbers&detect_entities=true&dictation=true';

/** Parses a query, and formats 500 words by it. */
function listen(query: URLSearchParams, said: string): void {
  const read = readListenParameters(query, rules);
  if (!('parameters' in read)) return;
  const words = heardWords(said).slice(0, 500);
  if (words.length > 0) formatWords(words, read.parameters.text, { isFinal: true });
}

const names = ['replace', 'search', 'keyterm', 'keywords', 'redact', 'extra', 'tag', 'language'];
const parameters: readonly (readonly [name: string, work: (text: string) => void])[] = [
  ...names.map((name) => {
    const model = name === 'keyterm' ? 'nova-3' : 'nova-2';
    const work = (text: string) => {
      const value = name === 'replace' ? `a:${text}` : text;
      const query = new URLSearchParams(every);
      query.set('model', model);
      query.append(name, value);
      listen(query, 'a '.repeat(500));
    };
    return [name, work] as const;
  }),
  ...['search', 'keyterm', 'keywords', 'replace'].map((name) => {
    const work = (text: string) => {
      const query = new URLSearchParams(name === 'keyterm' ? 'model=nova-3' : '');
      const term = text.slice(0, Math.max(1, text.length / 100)).trim() || 'a';
      for (let count = 0; count < 100; count += 1)
        query.append(name, name === 'replace' ? `${term}:${term}` : term);
      listen(query, text.slice(0, 2_000));
    };
    return [`100 of ${name}`, work] as const;
  }),
];

const question = { heard: '', results: [], prompt: '', history: [], functions: [], lastReply: '' };

const others: readonly (readonly [name: string, longest: number, work: (text: string) => void])[] =
  [
    [
      'words of results, with every option',
      50_000,
      (text) => listen(new URLSearchParams(every), text),
    ],
    ['an utterance of a script', scriptLimits.textCharsMax, bareWords],
    [
      'entities of a script',
      scriptLimits.textCharsMax,
      (text) => {
        const words = bareWords(text);
        const entity = { label: 'A', value: `${text.slice(0, text.length / 2)}!b` };
        for (let count = 0; count < 50; count += 1) entityRange(entity, words);
      },
    ],
    [
      'rules of a script',
      500_000,
      (text) => {
        const answer = Array.from({ length: Math.ceil(text.length / 500) }, (_, at) => {
          const own = text.slice(at * 500, (at + 1) * 500);
          return {
            hears: own,
            says: own,
            sets: { a: own },
            calls: [{ name: 'f', arguments: { own } }],
          };
        });
        scriptMembers.answer.safeParse(answer);
      },
    ],
    [
      'what a user says to rules',
      10_000,
      (text) => {
        const hears = '* a {b} [c] * a {d}';
        const answer = Array.from({ length: 100 }, () => ({ hears, says: '{b}' }));
        scriptedThought(answer, { ...question, heard: text }, initialProgress);
      },
    ],
    [
      'what a user says to the plain thinker',
      10_000,
      (text) => plainThought({ ...question, heard: text }),
    ],
    ['what an agent says', 10_000, sentencesOf],
    ['a sentence to speak', 10_000, wordsOf],
    ...[
      'Speak',
      'Settings',
      'InjectUserMessage',
      'UpdatePrompt',
      'FunctionCallResponse',
      'Configure',
    ].map((type) => {
      const work = (text: string) => {
        const message = JSON.stringify({
          type,
          text,
          content: text,
          prompt: text,
          keyterms: [text],
          [text]: 1,
        });
        listenCommandOf(message);
        turnCommandOf(message);
        commandOf({ kind: 'text', text: message });
        agentCommandOf(message, rules);
      };
      return [`a message ${type}`, 250_000, work] as const;
    }),
  ];

describe('the work of a text of speech', () => {
  it.each(parameters)('%s of /v1/listen grows with its length', async (name, work) => {
    for (const unit of textUnits)
      await expectLinearWork(`${name}: ${unit}`, upgradeUrlCharsMax, (length) =>
        processorMs(() => work(repeatToLength(unit, length))),
      );
  });

  it.each(others)('%s grows with its length', async (name, longest, work) => {
    for (const unit of textUnits)
      await expectLinearWork(`${name}: ${unit}`, longest, (length) =>
        processorMs(() => work(repeatToLength(unit, length))),
      );
  });
});
