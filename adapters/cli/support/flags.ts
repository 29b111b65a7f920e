// Parsers of flag values. Invalid values throw an error of one sentence.

import { InvalidArgumentError } from 'commander';
import { clockRateMax } from '../../../core/index.ts';
import { walletKeyPattern } from '../../fingerprints.ts';
import { speechKeyPattern } from '../../services/speech/keys.ts';
import { nodeAddressOf, nodeAddressRule } from '../../nodes/node-options.ts';
import { duration as durationOf } from '../../protocol/duration.ts';
import { worldNameCharsMax } from '../../protocol/limits.ts';
import { worldNamePattern } from '../../protocol/world-name.ts';
import { instantMs } from '../../protocol/instant.ts';
import { isUuid } from '../../services/wallet/wire/fields.ts';
import type { CliHost } from './cli-host.ts';

export function integer(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be an integer from ${min} to ${max}.`);
  };
}

/** Paths of fields, of which one is added: names joined by dots. */
export function ignoredPaths(text: string, before: readonly string[] = []): readonly string[] {
  if (text.split('.').every((name) => name !== '')) return [...before, text];
  throw new InvalidArgumentError('It must be names joined by dots, such as metadata.*.name.');
}

export function rate(text: string): number {
  const value = Number(text);
  if (value > 0 && value <= clockRateMax) return value;
  throw new InvalidArgumentError(`It must be a number above 0, at most ${clockRateMax}.`);
}

/** A decimal number from 0 on, as text: amounts have more digits than numbers. */
export function decimal(text: string): string {
  if (/^\d+(\.\d+)?$/.test(text)) return text;
  throw new InvalidArgumentError('It must be a decimal number such as 4 or 0.5.');
}

/** `on` or `off`. */
export function onOrOff(text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on';
  throw new InvalidArgumentError('It must be on or off.');
}

export function epoch({ now }: CliHost): (text: string) => number {
  return (text) => {
    const atMs = text === 'now' ? now().getTime() : instantMs(text);
    if (atMs !== undefined) return atMs;
    throw new InvalidArgumentError(
      'It must be an ISO-8601 instant such as 2026-01-01T00:00:00Z, or now.',
    );
  };
}

/** Milliseconds of a text with units such as `2s`; an hour at most. */
export function duration(text: string): number {
  checkUnit(text);
  const parsed = durationOf.safeParse(text);
  if (parsed.success && parsed.data <= 3_600_000) return parsed.data;
  throw new InvalidArgumentError('It must be a duration such as 2s or 500ms, an hour at most.');
}

/** As `duration`, of any length, or `never`. */
export function durationOrNever(text: string): number | 'never' {
  if (text === 'never') return text;
  checkUnit(text);
  const parsed = durationOf.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new InvalidArgumentError(
    'It must be a duration such as 60s or 5m, at most 1000 years, or never.',
  );
}

/** As `durationOrNever`, of a minute at least. */
export function minuteOrNever(text: string): number | 'never' {
  const parsed = durationOrNever(text);
  if (parsed === 'never' || parsed >= 60_000) return parsed;
  throw new InvalidArgumentError(
    'It must be a duration of a minute or more, such as 7d, or never.',
  );
}

/** A duration of any length, as the server reads it. */
export function advanceDuration(text: string): string {
  checkUnit(text);
  if (durationOf.safeParse(text).success) return text;
  throw new InvalidArgumentError(
    'It must be a duration such as 10m, 1h30m, 500ms, at most 1000 years.',
  );
}

/** A bare number is milliseconds in requests, but rarely meant so on a command line. */
function checkUnit(text: string): void {
  if (!/^[\d.]+$/.test(text)) return;
  throw new InvalidArgumentError(
    `It needs a unit: ${text}s, ${text}m, ${text}h or ${text}d; ms for milliseconds.`,
  );
}

/** In lower case. */
export function transactionId(text: string): string {
  if (isUuid(text)) return text.toLowerCase();
  throw new InvalidArgumentError(
    'It must be the id of a transaction, a UUID; reprise tx list prints the newest.',
  );
}

export function walletKey(text: string, before: readonly string[] | undefined): readonly string[] {
  if (!walletKeyPattern.test(text))
    throw new InvalidArgumentError('It must have the form PREFIX:ID:SECRET.');
  return [...(before ?? []), text];
}

export function hostName(text: string, before: readonly string[] | undefined): readonly string[] {
  if (!/^[A-Za-z0-9.-]{1,253}$/.test(text))
    throw new InvalidArgumentError('It must be a host name without a port.');
  return [...(before ?? []), text.toLowerCase()];
}

export function serverUrl(text: string): string {
  if (URL.canParse(text) && /^https?:/.test(text)) return text;
  throw new InvalidArgumentError('It must be a URL such as http://127.0.0.1:4600.');
}

/** Where other nodes reach a server. */
export function nodeAddress(text: string): string {
  const address = nodeAddressOf(text);
  if (address !== undefined) return address;
  throw new InvalidArgumentError(`It ${nodeAddressRule}.`);
}

export function worldName(text: string): string {
  if (worldNamePattern.test(text)) return text;
  throw new InvalidArgumentError(
    `It must have 1 to ${worldNameCharsMax} letters, digits, dots, dashes and underscores, and begin with a letter or digit.`,
  );
}

/** Speech keys: the flag may be repeated. */
export function speechKey(text: string, before: readonly string[] | undefined): readonly string[] {
  if (!speechKeyPattern.test(text)) {
    throw new InvalidArgumentError('It must be ASCII characters without spaces.');
  }
  return [...(before ?? []), text];
}
