// The request to a live thinker: a streaming chat completion in the format of OpenAI-compatible servers, for every provider.

import type { speech } from '../../../../core/index.ts';

type Think = NonNullable<speech.ThinkRequest['think']>;

/** The body of the request, as JSON. */
export function chatRequest(
  { model, temperature, reasoning, prompt, functions }: Think,
  history: speech.ThinkRequest['history'],
): string {
  const system = prompt === '' ? [] : [{ role: 'system', content: prompt }];
  const tools = functions.map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters },
  }));
  return JSON.stringify({
    model,
    messages: [...system, ...history.flatMap(messagesOf)],
    ...(temperature === null ? {} : { temperature }),
    ...(reasoning === undefined ? {} : { reasoning_effort: reasoning }),
    ...(tools.length === 0 ? {} : { tools }),
    stream: true,
  });
}

/** Prints functions that were called together as one message of the agent, followed by an answer for each. */
function messagesOf(item: speech.ThinkRequest['history'][number]): readonly object[] {
  if (item.role !== 'functions') return [{ role: item.role, content: item.content }];
  const calls = item.calls.map(({ id, name, arguments: text }) => ({
    id,
    type: 'function',
    function: { name, arguments: text },
  }));
  const answers = item.calls.map(({ id, response }) => ({
    role: 'tool',
    tool_call_id: id,
    content: response,
  }));
  return [{ role: 'assistant', content: null, tool_calls: calls }, ...answers];
}
