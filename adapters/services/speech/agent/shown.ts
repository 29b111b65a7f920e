// Agents as operators see them and worlds store them: with marks in place of secrets.

import type { Json } from '../../../../core/index.ts';
import { secretMark } from '../../../url-credentials.ts';
import type { GivenAgent } from './agent.ts';
import { maskedUrl } from './secrets.ts';

/** The agent with marks in place of secrets. Existing marks are unchanged. */
export function shownAgent(agent: GivenAgent): Json {
  return shown(agent as Json);
}

function shown(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map(shown);
  return mapMembers(value, (member, name) => {
    if (name === 'endpoint') return shownEndpoint(member);
    if (name === 'credentials') return shownCredentials(member);
    return name === 'parameters' ? member : shown(member); // a JSON schema has no secrets
  });
}

function shownEndpoint(endpoint: Json): Json {
  return mapMembers(endpoint, (member, name) => {
    if (name === 'url' && typeof member === 'string') return maskedUrl(member);
    return name === 'headers' ? mapMembers(member, () => secretMark) : member;
  });
}

function shownCredentials(credentials: Json): Json {
  return mapMembers(credentials, (member, name) =>
    name === 'type' || name === 'region' ? member : secretMark,
  );
}

function mapMembers(value: Json, map: (member: Json, name: string) => Json): Json {
  const entries = Object.entries(value as Readonly<Record<string, Json>>);
  return Object.fromEntries(entries.map(([name, member]) => [name, map(member, name)]));
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
