// The history of a conversation that a client brings (spec/speech.md, `agent.context.messages`): two shapes of messages.

import { z } from 'zod';
import type { speech } from '../../../../core/index.ts';
import { functionNameCharsMax, historyCallsMax, historyItemsMax } from './limits.ts';

const type = z.literal('History');

const text = z.strictObject({ type, role: z.enum(['user', 'assistant']), content: z.string() });

const call = z.strictObject({
  id: z.string(),
  name: z.string().max(functionNameCharsMax),
  client_side: z.boolean(),
  arguments: z.string(),
  response: z.string(),
});

const calls = z.strictObject({ type, function_calls: z.array(call).max(historyCallsMax) });

export const historySchema = z
  .array(z.union([text, calls]))
  .max(historyItemsMax)
  .meta({ description: 'What was said, and which functions were called, before the session.' });

/** Calls of no function are left out. */
export function historyOf(given: z.infer<typeof historySchema>): readonly speech.HistoryItem[] {
  return given.flatMap((item): readonly speech.HistoryItem[] => {
    if ('content' in item) return [{ role: item.role, content: item.content }];
    if (item.function_calls.length === 0) return [];
    return [
      {
        role: 'functions',
        calls: item.function_calls.map(({ client_side: isClientSide, ...rest }) => ({
          ...rest,
          isClientSide,
        })),
      },
    ];
  });
}
