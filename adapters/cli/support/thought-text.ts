// Prints a thought of the voice agent for authors of rules: the rule that matched, its captures, and the rules that nearly matched.

import type { ExplainedThought } from '../../client/index.ts';
import { clipped } from '../../wording.ts';
import { escapeControlChars } from './terminal-text.ts';

/** The most characters of a line. */
const charsShown = 400;

/** Pairs of a label and a text; none of what an agent says without a thought. */
export function thoughtText(thought: ExplainedThought): readonly (readonly [string, string])[] {
  const { kind, rule, nearMisses } = thought;
  if (kind === 'greeting' || kind === 'injected') return [];
  const lines: (readonly [string, string])[] = [
    rule === null ? [kind, `no rule ${afterText(thought)}matches`] : ['rule', ruleText(rule)],
  ];
  const hint = rule === null ? undefined : hintOf(rule);
  if (hint !== undefined) lines.push(['hint', hint]);
  for (const { reasons, ...near } of nearMisses) {
    lines.push(['near', `${nameOf(near)}: ${reasons.join('; ')}`]);
  }
  return lines.map(([label, text]) => [label, clipped(escapeControlChars(text), charsShown)]);
}

type Rule = NonNullable<ExplainedThought['rule']>;

function ruleText(rule: Rule): string {
  const captures = Object.entries(rule.captures).map(([name, text]) => `{${name}} '${text}'`);
  const rests = rule.rests.map(({ text }) => `* '${text}'`);
  const taken = [...captures, ...rests].join(', ');
  return taken === '' ? nameOf(rule) : `${nameOf(rule)}: ${taken}`;
}

function nameOf({
  index,
  hears,
  after,
  failed,
}: Pick<Rule, 'index' | 'hears' | 'after' | 'failed'>) {
  const name = `answer.${index}`;
  if (after !== undefined) return `${name} after ${failed === true ? 'a failed ' : ''}${after}`;
  return hears === undefined ? `${name}, whatever is said` : `${name} '${hears}'`;
}

function afterText({ after }: ExplainedThought): string {
  return after.length === 0 ? '' : `after ${after.map(({ name }) => name).join(', ')} `;
}

/** For a `*` that left all words to the value right after it, which its author may not have meant. */
function hintOf({ captures, rests }: Rule): string | undefined {
  const greedy = rests.find(({ text, before }) => {
    return text === '' && before !== null && /\s/.test(captures[before] ?? '');
  });
  if (greedy === undefined) return undefined;
  const { before } = greedy;
  return `* takes as few words as it can, here none. For one word before {${before}}, write {first} {${before}}`;
}
