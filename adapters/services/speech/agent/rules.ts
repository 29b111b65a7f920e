// The rules for messages to the voice agent that depend on the world and the host.

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
  /** Whether marks may replace secrets, as in stored fixtures. */
  readonly hasMarks?: boolean;
  /** The treatment of unknown members. Absent: they are refused, except in KeepAlive. */
  readonly unknownMembers?: UnknownMembersRule;
  /** Called with the path of a member that is accepted without an effect, and the reason. */
  readonly onNote?: (place: string, reason: string) => void;
}

/** The rules, and the secrets found so far, by the place of their endpoint. */
export interface AgentReading extends AgentRules {
  readonly secrets: Map<string, EndpointSecret>;
}

/** Rules with the recorded fact which hosts in the message are allowed, since a replay allows others. */
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
