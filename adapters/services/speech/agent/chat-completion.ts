// Reads chat completions: whole answers, and chunks of a stream. Members without an effect here are ignored.

import { jsonIn } from '../../../../core/index.ts';
import { z } from 'zod';

const toolCall = z.object({
  /** Absent from servers that send each call as a whole. */
  index: z.int().min(0).nullish(),
  function: z
    .object({
      name: z.string().nullish(),
      arguments: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
    })
    .nullish(),
});

const message = z.object({
  content: z.string().nullish(),
  /** Servers use either spelling. */
  reasoning_content: z.string().nullish(),
  reasoning: z.string().nullish(),
  tool_calls: z.array(toolCall).nullish(),
});

const choice = z.object({
  index: z.int().nullish(),
  delta: message.nullish(),
  message: message.nullish(),
  finish_reason: z.string().nullish(),
});

const completion = z.object({
  choices: z.array(choice).nullish(),
  error: z.unknown().optional(),
});

export type ToolCallDelta = z.infer<typeof toolCall>;

export interface CompletionPart {
  readonly content: string;
  readonly reasoning: string;
  readonly calls: readonly ToolCallDelta[];
  readonly isFinished: boolean;
}

/** The first choice; 'error' if the server reports an error; undefined if the JSON is not a chat completion. */
export function completionPart(text: string): CompletionPart | 'error' | undefined {
  const { success, data } = completion.safeParse(jsonIn(text));
  if (!success) return undefined;
  if (data.error !== undefined && data.error !== null) return 'error';
  const first = data.choices?.find(({ index }) => (index ?? 0) === 0);
  const {
    content,
    reasoning_content: spelled,
    reasoning,
    tool_calls: calls,
  } = first?.delta ?? first?.message ?? {};
  return {
    content: content ?? '',
    reasoning: spelled ?? reasoning ?? '',
    calls: calls ?? [],
    isFinished: typeof first?.finish_reason === 'string',
  };
}
