// The Settings message of the voice agent (spec/speech.md, "Settings object").

import { z } from 'zod';
import { omitUndefined, type speech } from '../../../../core/index.ts';
import { agentConfigOf, agentSchema } from './agent.ts';
import { audioOf, audioSchema } from './audio.ts';
import { agentTagCharsMax, tagsMax } from './limits.ts';
import { invalid } from './problem.ts';
import type { AgentRules } from './rules.ts';
import type { EndpointSecrets } from './secrets.ts';

export const settingsSchema = z.strictObject({
  type: z.literal('Settings'),
  audio: audioSchema,
  agent: z.union([agentSchema, z.string()]),
  tags: z.array(z.string().max(agentTagCharsMax)).max(tagsMax).exactOptional(),
  experimental: z.boolean().exactOptional(),
  flags: z.strictObject({ history: z.boolean().exactOptional() }).exactOptional(),
  mip_opt_out: z.boolean().exactOptional(),
});

export interface ReadSettings {
  readonly settings: speech.AgentSettings;
  /** Empty if `agent` is the id of a registered agent, whose secrets are in the vault. */
  readonly secrets: EndpointSecrets;
}

/** Throws MessageProblem. */
export function settingsOf(given: z.infer<typeof settingsSchema>, rules: AgentRules): ReadSettings {
  const { tags = [], experimental = false, flags = {}, mip_opt_out: mipOptOut } = given;
  const { agent, secrets } = agentOf(given.agent, rules);
  const settings = {
    audio: audioOf(given.audio, rules),
    agent,
    isExperimental: experimental,
    tags,
    ...omitUndefined({ mipOptOut, history: flags.history }),
  };
  return { settings, secrets };
}

function agentOf(
  given: z.infer<typeof settingsSchema>['agent'],
  rules: AgentRules,
): { readonly agent: string | speech.AgentConfig; readonly secrets: EndpointSecrets } {
  if (typeof given !== 'string') {
    const { config: agent, secrets } = agentConfigOf(given, 'agent', rules);
    return { agent, secrets };
  }
  const id = agentIdOf(given);
  if (id === undefined) throw invalid('agent', 'must be an object, or the UUID of an agent');
  return { agent: id, secrets: new Map() };
}

/** The id of a registered agent, in lower case; undefined for other texts. */
export function agentIdOf(text: string): string | undefined {
  const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
  return isId ? text.toLowerCase() : undefined;
}
