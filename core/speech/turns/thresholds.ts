// The settings of turns: thresholds, key terms and text of /v2/listen, and how a Configure message changes them.

import { omitUndefined } from '../../kernel/omit-undefined.ts';
import { err, ok, type Result } from '../../kernel/result.ts';
import { hasWordsUpTo, textLimits } from '../text/limits.ts';
import { monolingualTurnModel } from './models.ts';
import type { TextOptions } from '../text/options.ts';
import { silenceFor } from './confidence.ts';

// Type aliases, since interfaces are not assignable to JSON.

export type TurnThresholds = {
  /** The confidence for an EagerEndOfTurn; null: eager mode is off. */
  readonly eagerEndOfTurn: number | null;
  /** The confidence for an EndOfTurn. At least `eagerEndOfTurn`. */
  readonly endOfTurn: number;
  /** Silence after which a turn ends in any case. */
  readonly timeoutMs: number;
};

export type TurnSettings = {
  readonly thresholds: TurnThresholds;
  readonly keyterms: readonly string[];
  /** How words are written. Absent: as spoken. */
  readonly text?: TurnTextOptions;
  /** The languages that the client hinted at. Absent: none. */
  readonly languageHints?: readonly string[];
};

export type TurnTextOptions = Partial<Pick<TextOptions, 'numerals' | 'profanityFilter' | 'redact'>>;

/** A requested change; absent members stay. */
export type TurnChange = {
  readonly [Name in keyof TurnThresholds]?: number;
} & {
  /** Replaces the whole list. */
  readonly keyterms?: string | readonly string[];
  readonly numerals?: boolean;
  /** Replaces the whole list. */
  readonly languageHints?: readonly string[];
};

export type TurnProblem = {
  readonly code: 'INVALID_THRESHOLD' | 'INVALID_KEYTERM' | 'INVALID_LANGUAGE_HINT';
  /** For the client, with the names on the wire. */
  readonly description: string;
};

export const turnSettingsDefault: TurnSettings = {
  thresholds: { eagerEndOfTurn: null, endOfTurn: 0.7, timeoutMs: 5_000 },
  keyterms: [],
};

/** Names on the wire, and bounds that are included. */
export const thresholdBounds = {
  eagerEndOfTurn: { name: 'eager_eot_threshold', min: 0.3, max: 0.9 },
  endOfTurn: { name: 'eot_threshold', min: 0.5, max: 0.9 },
  timeoutMs: { name: 'eot_timeout_ms', min: 500, max: 60_000 },
} as const satisfies Record<keyof TurnThresholds, unknown>;

/** An `eot_threshold` above all confidences: turns end by their timeout, or by ForceEndTurn. */
export const endOfTurnNever = 1;

export const keytermsMax = 100;
/** The most languages that a client may hint at. */
export const languageHintsMax = 100;
/** In UTF-16 code units. */
export const keytermCharsMax = 1_000;

const thresholdNames = ['eagerEndOfTurn', 'endOfTurn', 'timeoutMs'] as const;

/** Applies a change to the settings of a session with this model, completely or not at all. */
export function mergeThresholds(
  current: TurnSettings,
  change: TurnChange,
  model?: string,
): Result<TurnSettings, TurnProblem> {
  const { keyterms = current.keyterms, numerals, languageHints, ...changed } = change;
  const thresholds: TurnThresholds = { ...current.thresholds, ...changed };
  const list = typeof keyterms === 'string' ? [keyterms] : keyterms;
  const description = thresholdProblem(thresholds);
  if (description !== undefined) return err({ code: 'INVALID_THRESHOLD', description });
  const keytermDescription = keytermProblem(list);
  if (keytermDescription !== undefined)
    return err({ code: 'INVALID_KEYTERM', description: keytermDescription });
  const hintDescription = hintProblem(languageHints, model);
  if (hintDescription !== undefined)
    return err({ code: 'INVALID_LANGUAGE_HINT', description: hintDescription });
  return ok({
    thresholds,
    keyterms: list,
    ...omitUndefined({
      text: numerals === undefined ? current.text : { ...current.text, numerals },
      languageHints: languageHints ?? current.languageHints,
    }),
  });
}

function thresholdProblem(thresholds: TurnThresholds): string | undefined {
  for (const member of thresholdNames) {
    const value = thresholds[member];
    const { name, min, max } = thresholdBounds[member];
    if (value === null || (value >= min && value <= max)) continue;
    if (member !== 'endOfTurn') return `${name} must be from ${min} to ${max}, not ${value}.`;
    if (value === endOfTurnNever) continue;
    return `${name} must be from ${min} to ${max}, or ${endOfTurnNever}, not ${value}.`;
  }
  const { eagerEndOfTurn: eager, endOfTurn, timeoutMs } = thresholds;
  if (!Number.isInteger(timeoutMs))
    return `${thresholdBounds.timeoutMs.name} must be an integer, not ${timeoutMs}.`;
  if (eager === null || eager <= endOfTurn) return undefined;
  const { eagerEndOfTurn: lower, endOfTurn: upper } = thresholdBounds;
  return `${lower.name} (${eager}) must not be greater than ${upper.name} (${endOfTurn}).`;
}

function keytermProblem(keyterms: readonly string[]): string | undefined {
  if (keyterms.length > keytermsMax)
    return `keyterms must have at most ${keytermsMax} terms, not ${keyterms.length}.`;
  const long = keyterms.find(({ length }) => length > keytermCharsMax);
  if (long !== undefined)
    return `A key term must have at most ${keytermCharsMax} characters, not ${long.length}.`;
  const { termWordsMax } = textLimits;
  if (keyterms.every((term) => hasWordsUpTo(termWordsMax, term))) return undefined;
  return `A key term must have at most ${termWordsMax} words.`;
}

function hintProblem(
  hints: readonly string[] | undefined,
  model: string | undefined,
): string | undefined {
  if (hints === undefined) return undefined;
  if (model === monolingualTurnModel) return `language_hints must not be given for ${model}.`;
  if (hints.length <= languageHintsMax) return undefined;
  return `language_hints must have at most ${languageHintsMax} tags, not ${hints.length}.`;
}

/** The silence after which a turn ends in any case, in whole hops. */
export function timeoutHops({ timeoutMs }: TurnThresholds): number {
  return Math.ceil(timeoutMs / 10);
}

/** The shortest silence, in hops, after which an EagerEndOfTurn or an EndOfTurn may be sent. */
export function restHops(thresholds: TurnThresholds): number {
  const { eagerEndOfTurn, endOfTurn } = thresholds;
  const rest = silenceFor(eagerEndOfTurn ?? endOfTurn) ?? Number.POSITIVE_INFINITY;
  return Math.min(rest, timeoutHops(thresholds));
}
