// What messages to the voice agent may name in the world and on the host that they come to.

import type { HttpRequest } from '../../../protocol/messages.ts';
import { recordedFact } from '../../../protocol/messages.ts';
import { endpointHosts } from './endpoint-hosts.ts';
import type { UnknownMembersRule } from '../../unknown-members.ts';
import type { EndpointSecret } from './secrets.ts';

export interface AgentRules {
  /** Whether the world has a further model of this name. */
  readonly isConfigured: (model: string) => boolean;
  /** Whether requests may be sent to the host. */
  readonly isAllowed: (hostname: string) => boolean;
  /** Whether marks may be in place of secrets, as fixtures are stored. */
  readonly hasMarks?: boolean;
  /** What happens to members that no message has. Absent: they are refused, except in KeepAlive. */
  readonly unknownMembers?: UnknownMembersRule;
  /** Called with the path of a member that is accepted and has no effect here, and why. */
  readonly onNote?: (place: string, reason: string) => void;
}

/** The rules, and the secrets that were found so far, by the place of their endpoint. */
export interface AgentReading extends AgentRules {
  readonly secrets: Map<string, EndpointSecret>;
}

/** The rules for the endpoints in a message of this request: which hosts are allowed is a fact, since a replay has others. */
export function recordedRules(
  request: Pick<HttpRequest, 'facts'>,
  message: unknown,
  rules: AgentRules,
): AgentRules {
  const hosts = endpointHosts(message);
  if (hosts.length === 0) return rules;
  const find = () => hosts.filter(rules.isAllowed);
  const allowed = recordedFact(request, 'endpoints', find);
  return { ...rules, isAllowed: (hostname) => allowed.includes(hostname) };
}
