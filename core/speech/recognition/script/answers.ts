// Rules of the answers of agents. The first rule that matches decides the thought.

// Type aliases, since interfaces are not assignable to JSON.

/** Names and values that rules set, of one session. */
export type ScriptValues = Readonly<Record<string, string>>;

export type AnswerRule = {
  /** A pattern of the user's words (agent/thinking/pattern.ts). Absent: any words. */
  readonly hears?: string;
  /** Instead of `hears`: the name of a function that was just answered. */
  readonly after?: string;
  /** With `after`: whether the rule is for a failed function. */
  readonly failed?: boolean;
  /** Values that earlier rules set. All must be equal. */
  readonly when?: ScriptValues;
  /** The agent's words: a template with names in braces. Absent or empty: none. */
  readonly says?: string;
  /** The thought that is shown: a template. */
  readonly thinks?: string;
  /** Functions to call; strings in the arguments are templates. */
  readonly calls?: readonly ScriptedCall[];
  /** Values to set: templates. */
  readonly sets?: ScriptValues;
  /** In milliseconds, in place of those of the world. */
  readonly latency?: { readonly think?: number; readonly speak?: number };
  readonly fails?: ScriptedFailure;
  /** Whether it matches only once in a session. */
  readonly once?: boolean;
};

export type ScriptedCall = {
  readonly name: string;
  /** A JSON object. */
  readonly arguments?: { readonly [name: string]: ScriptedValue };
};

export type ScriptedValue =
  | string
  | number
  | boolean
  | null
  | readonly ScriptedValue[]
  | { readonly [name: string]: ScriptedValue };

/** A provider that fails when the rule matches. */
export type ScriptedFailure = {
  readonly provider: 'think' | 'speak';
  /** How many entries of the list fail, one after the other; 1 by default. */
  readonly times?: number;
  readonly reason?: string;
};
