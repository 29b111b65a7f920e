// The history of a conversation in Settings (spec/speech.md, `agent.context.messages`): two shapes of messages.

import { z } from 'zod';
import type { speech } from '../../../../core/index.ts';
import type { AgentRules } from './rules.ts';
import { functionNameCharsMax, historyCallsMax, historyItemsMax } from './limits.ts';

const type = z.literal('History');

const text = z.strictObject({ type, role: z.enum(['user', 'assistant']), content: z.string() });

const call = z.strictObject({
  id: z.string(),
  name: z.string().max(functionNameCharsMax),
  client_side: z.boolean(),
  arguments: z.string(),
  response: z.string(),
  thought_signature: z.string().exactOptional().meta({ description: 'Without effect.' }),
});

const calls = z.strictObject({ type, function_calls: z.array(call).max(historyCallsMax) });

export const historySchema = z
  .array(z.union([text, calls]))
  .max(historyItemsMax)
  .meta({ description: 'What was said, and which functions were called, before the session.' });

/** Omits items without calls. `place`: the path of the list in the message. */
export function historyOf(
  given: z.infer<typeof historySchema>,
  place: string,
  { onNote }: Pick<AgentRules, 'onNote'>,
): readonly speech.HistoryItem[] {
  const isSigned = (item: (typeof given)[number]) =>
    'function_calls' in item &&
    item.function_calls.some(({ thought_signature: signature }) => signature !== undefined);
  const signed = given.findIndex(isSigned);
  if (signed >= 0) {
    onNote?.(`${place}.${signed}.function_calls`, 'a thought_signature is for Gemini alone');
  }
  return given.flatMap((item): readonly speech.HistoryItem[] => {
    if ('content' in item) return [{ role: item.role, content: item.content }];
    if (item.function_calls.length === 0) return [];
    return [
      {
        role: 'functions',
        calls: item.function_calls.map(
          ({ client_side: isClientSide, thought_signature: _signature, ...rest }) => ({
            ...rest,
            isClientSide,
          }),
        ),
      },
    ];
  });
}
