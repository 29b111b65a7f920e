// Generates the chapter of core/speech/README.md about agents' answers. The thinkers themselves compute all results.

import { atOnce } from '../../../core/kernel/pieces.ts';
import {
  answerLimits,
  explanationLimits,
  plainReplyCharsMax,
} from '../../../core/speech/agent/limits.ts';
import type { ThinkQuestion } from '../../../core/speech/agent/thought.ts';
import { heardText, matchPattern } from '../../../core/speech/agent/thinking/match-pattern.ts';
import { parsePattern } from '../../../core/speech/agent/thinking/pattern.ts';
import { plainThought } from '../../../core/speech/agent/thinking/plain.ts';
import { initialProgress, scriptedThought } from '../../../core/speech/agent/thinking/script.ts';

const code = (text: string) => `\`${text.replaceAll('|', '\\|')}\``;
const grouped = (value: number) => `${value}`.replace(/\B(?=(\d{3})+$)/g, ',');

const patterns: readonly (readonly [pattern: string, heard: string])[] = [
  ['book a table', 'Book a table!'],
  ['book a table', 'Please book a table.'],
  ['* book a table *', 'Please book a table.'],
  ['(yes|of course) [please]', 'Of course, please.'],
  ['at {time} [please]', 'At seven thirty, please.'],
  ['from {from} to {to}', 'from Rome to New York'],
  ['* {kind} pizza', 'One margherita pizza.'],
  ['{count} {kind} pizza', 'One margherita pizza.'],
];

function patternRow([pattern, heard]: readonly [string, string]): string {
  const parsed = parsePattern(pattern);
  const values = parsed.ok ? atOnce(matchPattern(parsed.value, heardText(heard))) : undefined;
  const pairs = Object.entries(values ?? {}).map(([name, value]) => `${name}: ${code(value)}`);
  const shown =
    values === undefined ? 'no match' : pairs.length === 0 ? 'matches' : pairs.join(', ');
  return `| ${code(pattern)} | ${heard} | ${shown} |`;
}

const templates = [
  'For {count} people.',
  '{count:number}',
  '{nothing}',
  '{result.table}',
  '{result.slots.0}',
  '{result}',
  '{{count}}',
];

function templateRow(template: string): string {
  const response = '{"table":7,"slots":["six"]}';
  const call = { id: '', isClientSide: true, arguments: '{}', hasFailed: false };
  const rule = { after: 'f', says: template, calls: [{ name: 'g', arguments: { x: template } }] };
  const question = { ...questionOf(''), results: [{ ...call, name: 'f', response }] };
  const progress = { ...initialProgress, values: { count: 'four' } };
  const { text, calls } = scriptedThought([rule], question, progress)!.thought;
  const { x } = JSON.parse(calls[0]!.arguments) as { readonly x: unknown };
  return `| ${code(template)} | ${text === '' ? '' : code(text)} | ${code(JSON.stringify(x))} |`;
}

const questionOf = (heard: string): ThinkQuestion => ({
  heard,
  results: [],
  prompt: '',
  history: [],
  functions: [],
  lastReply: '',
});

const plainTexts = [
  'Hello. I am Ann!',
  'Book table for four people at time seven thirty, in Rome.',
  'Please book-table.',
];

function plainRow(heard: string): string {
  const parameters = {
    properties: { people: { type: 'integer' }, time: { type: 'string' }, city: { type: 'string' } },
    required: ['people'],
  };
  const functions = [{ name: 'book_table', description: '', parameters, endpoint: null }];
  const { text, calls } = plainThought({ ...questionOf(heard), functions });
  const shown = text === '' ? calls.map((call) => code(`${call.name}(${call.arguments})`)) : [text];
  return `| ${heard} | ${shown.join(' ')} |`;
}

export function answersChapter(): string {
  return `## Answers of agents

[agent/thinking/](agent/thinking) has two thinkers. A **script** has rules, the first of which that matches gives the thought. Where none does,
the **plain** thinker answers.

### Rules

A rule \`hears\` a pattern of what the user said, or is \`after\` a function (one that answered, or with \`failed: true\` one that has failed).
After functions only rules with \`after\` are tried, else only the others; a rule with neither matches whatever is said. All values in
\`when\` must be equal to those that rules have set in this session (\`sets\`); one that was never set is empty. A rule with \`once\`
matches once in a session.

A pattern is compared with all that the user said, in words: case and signs do not matter. Words in braces are the name of a value: one
or more words, as few as possible. \`*\` is any words or none, as few as possible, too: before a value it leaves all words to it. \`(a|b)\` is
one of several, and \`[a|b]\` one of several or nothing.

| pattern | heard | |
| --- | --- | --- |
${patterns.map(patternRow).join('\n')}

Texts of a rule are templates, with values of its pattern, of the session, and of the function that it is \`after\`. Names that no rule sets are
refused. Here \`count\` is \`four\`, and the function has answered \`{"table":7,"slots":["six"]}\`:

| template | as text | in arguments |
| --- | --- | --- |
${templates.map(templateRow).join('\n')}

In arguments, \`{name:number}\` alone is a number if there is one in the value, also in English words, and a member of an answer alone stays what
it is in JSON.

All ways through a pattern are followed at once, so that the time is that of its length times the words, whatever the text: of one with more than
${grouped(answerLimits.heardCharsMax)} characters the rest is not compared, and after ${grouped(answerLimits.comparedStepsMax)} steps of patterns no further one
matches, which no conversation reaches. A template is cut to ${grouped(answerLimits.renderedCharsMax)} characters with its values, a value of a session to ${grouped(answerLimits.valueCharsMax)}.

### Explanations

[views/thoughts.ts](agent/views/thoughts.ts) finds the thoughts of a world in its log, with the script in force at that time, and explains each: the rule
that matched, what its values and each \`*\` took, and up to ${explanationLimits.nearMissesMax} **near misses**. The distance of a rule is the number of its words that were not said, of
said words for which it has no place, and of conditions in its way: a value in \`when\`, \`once\`, an earlier rule. A rule is near if at
least half of its words were said, and its distance is at most ${explanationLimits.distanceMax}. The nearest come first.

### The plain thinker

It restates what it heard in one sentence of at most ${plainReplyCharsMax} characters, never twice the same in a row, calls the functions whose names are spoken, and
says what they answered. Arguments come from the words after the name, by the JSON schema: words after the name of a parameter, else
capitalized words, numbers, "yes" and "no", and choices by their names. Those that are required and not spoken have their default, all that
was said, 0, false or the first choice.

| heard | answer |
| --- | --- |
${plainTexts.map(plainRow).join('\n')}
`;
}
