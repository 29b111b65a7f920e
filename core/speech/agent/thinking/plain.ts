// The plain thinker, for agents without a script: it repeats the user's words, calls functions whose names are spoken, and reports
// their answers. Equal questions have equal thoughts.

import { canonical, type Json } from '../../../kernel/canonical.ts';
import { trimEndOf } from '../../../kernel/trim-end.ts';
import type { AgentFunction } from '../settings.ts';
import { sentencesOf } from '../../synthesis/sentences.ts';
import { answerLimits, plainReplyCharsMax } from '../limits.ts';
import type { FunctionResult, PlannedCall, Thought, ThinkQuestion } from '../thought.ts';
import { spokenArguments } from './arguments.ts';
import { cutText } from './cut-text.ts';
import { parsedJson } from './json-member.ts';
import { heardText, type HeardText } from './match-pattern.ts';
import { placesOf } from './spoken-names.ts';

/** At least two, so that no reply is sent twice in a row. */
const restatements: readonly Phrase[] = [
  { before: 'You said: ', after: '' },
  { before: 'I heard: ', after: '' },
  { before: 'So you say: ', after: '' },
  { before: 'I understand: ', after: '' },
];
const silences: readonly Phrase[] = [
  { before: 'I did not hear any words', after: '' },
  { before: 'I have heard nothing', after: '' },
];
const answers: readonly Phrase[] = [
  { before: 'The answer is: ', after: '' },
  { before: 'I have an answer: ', after: '' },
];
const failures: readonly Phrase[] = [
  { before: 'I am sorry, ', after: ' failed' },
  { before: 'Unfortunately ', after: ' did not work' },
];

type Phrase = { readonly before: string; readonly after: string };

/** One sentence of at most `plainReplyCharsMax` characters that is not `lastReply`, or calls of functions. */
export function plainThought(question: ThinkQuestion): Thought {
  if (question.results.length > 0) return { text: resultReply(question), calls: [] };
  const heard = heardText(question.heard);
  const calls = spokenCalls(heard, question.functions);
  if (calls.length > 0) return { text: '', calls };
  const content = plainSentence(heard.text);
  const phrases = content === '' ? silences : restatements;
  return { text: unlikeLast(phrases, content, question), calls: [] };
}

/** Calls of all functions whose names are spoken, in that order. */
function spokenCalls(
  heard: HeardText,
  functions: readonly AgentFunction[],
): readonly PlannedCall[] {
  const places = placesOf(
    functions.map(({ name }) => name),
    heard.words,
  );
  const byName = new Map(functions.toReversed().map((each) => [each.name, each]));
  return places.slice(0, answerLimits.callsMax).map(({ name, to }, index) => {
    const from = heard.words[to]?.from ?? heard.text.length;
    const next = heard.words[places[index + 1]?.from ?? heard.words.length]?.from;
    const spoken = { text: heard.text, behind: heard.text.slice(from, next) };
    return { name, arguments: canonical(spokenArguments(byName.get(name)!.parameters, spoken)) };
  });
}

function resultReply(question: ThinkQuestion): string {
  const failed = question.results.filter(({ hasFailed }) => hasFailed);
  if (failed.length > 0) {
    const names = failed.map(({ name }) => plainSentence(name.replaceAll(/[_-]+/g, ' ')));
    return unlikeLast(failures, names.join(' and '), question);
  }
  const content = plainSentence(question.results.map(answerOf).join(', '));
  return unlikeLast(answers, content === '' ? 'nothing' : content, question);
}

/** An answer as text: JSON as its members, one after the other. */
function answerOf({ response }: FunctionResult): string {
  const beginning = cutText(response, answerLimits.renderedCharsMax);
  const json = parsedJson(beginning);
  return json === undefined ? beginning : spokenJson(json, answerLimits.argumentDepthMax);
}

function spokenJson(value: Json, levels: number): string {
  if (value === null) return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'object') return String(value);
  if (levels === 0) return '';
  const items = Array.isArray(value)
    ? value.map((each: Json) => spokenJson(each, levels - 1))
    : Object.entries(value)
        .sort(([left], [right]) => (left < right ? -1 : 1))
        .map(
          ([name, each]) => `${name.replaceAll('_', ' ')} ${spokenJson(each ?? null, levels - 1)}`,
        );
  return items.join(', ');
}

const endSigns = " .!?…。！？,;:'’)]";

/** Without the ends of its sentences, so that a phrase with it is one sentence. Empty if the text has no words. */
function plainSentence(text: string): string {
  const words = text.slice(0, 2 * plainReplyCharsMax).replaceAll(/["“”«»\s]+/g, ' ');
  const parts = sentencesOf(words).map((part) => trimEndOf(part, endSigns));
  return parts.filter((part) => part !== '').join(', ');
}

/** The first phrase with a content that is not the last reply, beginning with one that prompt and history choose. */
function unlikeLast(
  phrases: readonly Phrase[],
  content: string,
  { prompt, history, lastReply }: ThinkQuestion,
): string {
  const first = prompt.length + history.filter(({ role }) => role === 'user').length;
  const replies = phrases.map((_, index) => {
    return said(phrases[(first + index) % phrases.length]!, content);
  });
  return replies.find((reply) => reply !== lastReply)!;
}

/** Cut after a word if it is too long. */
function said({ before, after }: Phrase, content: string): string {
  const room = plainReplyCharsMax - before.length - after.length - 1;
  if (content.length <= room) return `${before}${content}${after}.`;
  const cut = cutText(content, room);
  const behindWord = cut.replace(/\s\S*$/, '');
  const shown = behindWord === '' ? cut : behindWord;
  return `${before}${trimEndOf(shown, endSigns)}${after}…`;
}
