// The flags that name real services, and what is secret in their traffic.

import { InvalidArgumentError, Option, type Command } from 'commander';
import { services } from '../../services/index.ts';
import { isRule, ruleForms } from '../../upstream/redaction-rules.ts';
import { baseOf, otherPaths, type Upstream } from '../../upstream/upstreams.ts';
import { upstreamUrl } from '../support/upstream-url.ts';

/** A service with the flag that names its URL. */
export interface NamedUpstream {
  readonly flag: string;
  readonly name: string;
  readonly base: string;
}

const others = 'upstream';
const names = [...services.map(({ name }) => name), others];

/** For messages. */
export const upstreamFlags = names.map((name) => `--${name}`).join(', ');

export function withUpstreamFlags(command: Command): Command {
  for (const { name } of services) {
    command.option(`--${name} <url>`, `URL of the real ${name} service`, upstreamUrl);
  }
  return command.option(
    `--${others} <url>`,
    'URL of the real service at all other paths',
    upstreamUrl,
  );
}

export function upstreamsIn(flags: Readonly<Record<string, unknown>>): readonly NamedUpstream[] {
  return names.flatMap((name) => {
    const base = flags[name];
    return typeof base === 'string' ? [{ flag: `--${name}`, name, base }] : [];
  });
}

export function upstreamOf({ name, base }: NamedUpstream): Upstream {
  return { service: name === others ? otherPaths : name, base: baseOf(new URL(base)) };
}

export function redactOption(): Option {
  return new Option(
    '--redact <rule>',
    `further values to replace by tokens: ${ruleForms}; may be repeated`,
  ).argParser(redactionRule);
}

function redactionRule(text: string, before: readonly string[] | undefined): readonly string[] {
  if (isRule(text)) return [...(before ?? []), text];
  throw new InvalidArgumentError(`It must be ${ruleForms}.`);
}
