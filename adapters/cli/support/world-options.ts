// Options of new worlds that several verbs have.

import { Option } from 'commander';
import { unknownMembersRules } from '../../services/unknown-members.ts';

export function calendarAuthOption(description: string): Option {
  return new Option('--calendar-auth <mode>', description).choices(['open', 'wordpress']);
}

export function idsOption(description: string): Option {
  return new Option('--ids <source>', description).choices(['ordinal', 'idempotency-key']);
}

export function unknownMembersOption(): Option {
  const description = 'members of requests that services do not know (default: as the original)';
  return new Option('--unknown-members <rule>', description).choices([...unknownMembersRules]);
}
