// Options of new worlds that several verbs have.

import { Option } from 'commander';

export function calendarAuthOption(description: string): Option {
  return new Option('--calendar-auth <mode>', description).choices(['open', 'wordpress']);
}

export function idsOption(description: string): Option {
  return new Option('--ids <source>', description).choices(['ordinal', 'idempotency-key']);
}
