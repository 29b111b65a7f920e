// The agent of a conversation, in Settings or registered by operators (spec/speech.md, "Settings object").

import { z } from 'zod';
import type { speech } from '../../../../core/index.ts';
import { historyOf, historySchema } from './history.ts';
import { spokenCharsMax } from './limits.ts';
import { language, listenOf, listenSchema } from './listen.ts';
import type { AgentReading, AgentRules } from './rules.ts';
import type { EndpointSecrets } from './secrets.ts';
import { thinkDefault, thinkOf, thinkSchema } from './think.ts';
import { speakSchema, voicesDefault, voicesOf } from './voices.ts';

export const agentSchema = z
  .strictObject({
    language: language
      .exactOptional()
      .meta({ description: 'Deprecated: `listen.provider.language` has precedence.' }),
    context: z.strictObject({ messages: historySchema.exactOptional() }).exactOptional(),
    listen: listenSchema.exactOptional(),
    think: thinkSchema.exactOptional(),
    speak: speakSchema.exactOptional(),
    greeting: z
      .string()
      .max(spokenCharsMax)
      .exactOptional()
      .meta({ description: 'What the agent says first.' }),
  })
  .meta({ id: 'Agent', description: 'An agent, as `agent` in Settings describes it.' });

/** An agent that Settings may name by its id. */
export const registeredAgent = z
  .strictObject({ id: z.uuid(), agent: agentSchema })
  .meta({ id: 'RegisteredAgent' });

export type GivenAgent = z.infer<typeof agentSchema>;

/** `place`: the path of the agent in the message; empty if it is the whole message. Throws MessageProblem. */
export function agentConfigOf(
  given: GivenAgent,
  place: string,
  rules: AgentRules,
): { readonly config: speech.AgentConfig; readonly secrets: EndpointSecrets } {
  const reading: AgentReading = { ...rules, secrets: new Map() };
  const at = (member: string) => (place === '' ? member : `${place}.${member}`);
  const { language: spoken, context, listen, think, speak, greeting = '' } = given;
  const config = {
    listen: listenOf(listen, spoken, at('listen'), rules),
    think: think === undefined ? thinkDefault : thinkOf(think, at('think'), reading),
    speak: speak === undefined ? voicesDefault : voicesOf(speak, at('speak'), rules),
    greeting: greeting === '' ? null : greeting,
    history: historyOf(context?.messages ?? [], at('context.messages'), rules),
  };
  return { config, secrets: reading.secrets };
}
