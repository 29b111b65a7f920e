// The types of the consequences of a change: entities with another end, balances, lines of calls, webhooks, and answers that differ.

import type { FieldDifference } from '../differences/difference.ts';

export interface LifePoint {
  readonly state: string;
  readonly atMs: number;
}

/** Why: the events that led to it, the nearest first. */
export interface BecauseEvent {
  readonly type: string;
  readonly stream: string;
  readonly atMs: number;
  /** In the given recording; undefined if it is in the alternative alone. */
  readonly entry?: number | undefined;
}

/** An entity with another end, or that is there in one run only. */
export interface EntityConsequence {
  readonly kind: 'entity';
  readonly name: string;
  readonly what?: string | undefined;
  /** In the alternative, if that is another. */
  readonly whatAfter?: string | undefined;
  readonly before?: LifePoint | undefined;
  readonly after?: LifePoint | undefined;
  /** If the last state is the same: states that it passes through in the given recording alone, and in the alternative alone. */
  readonly without: readonly LifePoint[];
  readonly with: readonly LifePoint[];
}

/** An entity that holds something else at the end. */
export interface HoldingConsequence {
  readonly kind: 'holding';
  readonly name: string;
  /** The run that has no such entity. */
  readonly missing?: 'before' | 'after';
  readonly values: readonly (FieldDifference & {
    readonly left?: string;
    readonly right?: string;
  })[];
}

/** A webhook that only one run sends. */
export interface WebhookConsequence {
  readonly kind: 'webhook';
  readonly what: string;
  readonly before: number;
  readonly after: number;
  readonly atMs: number;
}

/** A line of a call that is said in one run only, or in other words. */
export interface SpokenConsequence {
  readonly kind: 'spoken';
  /** Such as `call 1`. */
  readonly where: string;
  readonly before?: SpokenMoment | undefined;
  readonly after?: SpokenMoment | undefined;
}

export interface SpokenMoment {
  readonly who: string;
  readonly text: string;
  readonly atMs: number;
}

export interface AnswerConsequence {
  readonly kind: 'answer';
  /** Of the request, and of further ones like it whose answers differ in the same fields; empty for an inserted one. */
  readonly entries: readonly number[];
  readonly what: string;
  readonly fields: readonly FieldDifference[];
}

export type Consequence =
  | EntityConsequence
  | HoldingConsequence
  | SpokenConsequence
  | WebhookConsequence
  | AnswerConsequence;

/** What follows from one event, or directly from a change. */
export interface ConsequenceGroup {
  /** The change, as the command line has it. */
  readonly change: string;
  /** What was changed: a request line or the like; undefined for the seed. */
  readonly changed: ChangedEntry | undefined;
  /** Further changes that the consequences take: without any of them, they are others. */
  readonly also: readonly string[];
  /** The event that the consequences follow from; undefined for those that follow from the change directly. */
  readonly event: BecauseEvent | undefined;
  /** The events that led to it, the nearest first, back to the change. */
  readonly because: readonly BecauseEvent[];
  readonly consequences: readonly Consequence[];
}

export interface ChangedEntry {
  readonly entry: number;
  readonly what: string;
}
