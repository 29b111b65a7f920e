// The question to a thinker, from a session in which thinking begins.

import type { AgentSessionRecord } from './record.ts';
import type { ThinkSettings } from './settings.ts';
import type { RuleQuestion } from './thinking/script.ts';
import type { ThinkQuestion } from './thought.ts';

export function questionIn(
  session: AgentSessionRecord,
  { prompt, functions }: ThinkSettings,
): ThinkQuestion {
  const { history, lastReply } = session;
  return { ...ruleQuestionIn(session), prompt, history, functions, lastReply };
}

/** The part of the question that decides which rule of the script matches. */
export function ruleQuestionIn({ thinking }: AgentSessionRecord): RuleQuestion {
  const { heard = '', results = [], calls = [] } = thinking ?? {};
  return {
    heard,
    results:
      calls.length === 0
        ? results
        : calls.map(({ response, ...call }) => ({ ...call, response: response ?? '' })),
  };
}
