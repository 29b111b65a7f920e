// Checks names of models and voices: those of the service, and configured ones.

import { z } from 'zod';
import { choices } from '../../../wording.ts';
import { nameCharsMax } from './limits.ts';
import { invalid } from './problem.ts';
import type { AgentRules } from './rules.ts';

export const anyName = z.string().min(1).max(nameCharsMax);

interface Names {
  readonly names: readonly string[];
  /** Whether any name is accepted with an endpoint of the client's own. */
  readonly isOpen: boolean;
  readonly hasEndpoint: boolean;
}

/** Throws MessageProblem unless the service, the world or an endpoint of the client may have the name. */
export function checkName(
  name: string,
  place: string,
  { names, isOpen, hasEndpoint }: Names,
  { isConfigured }: Pick<AgentRules, 'isConfigured'>,
): void {
  if (names.includes(name) || (isOpen && hasEndpoint) || isConfigured(name)) return;
  const others = isOpen
    ? 'another name with an endpoint or in the setting speech.models'
    : 'a name in the setting speech.models';
  throw invalid(place, `must be ${choices(names, name)}, or ${others}`);
}
