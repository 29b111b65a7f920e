// Bounds of conversations with agents.

/** Limits of the rules of a script. Characters are UTF-16 code units. */
export const answerLimits = {
  rulesMax: 1_000,
  /** Of one rule. */
  patternCharsMax: 500,
  /** In all rules, since a text is compared with each. */
  patternsCharsMax: 50_000,
  templateCharsMax: 2_000,
  /** Of a name of a value. */
  valueNameCharsMax: 50,
  /** Names of values that the rules of a script set. */
  valueNamesMax: 100,
  /** Of a value of a session. Longer ones are cut. */
  valueCharsMax: 1_000,
  callsMax: 20,
  functionNameCharsMax: 100,
  argumentNameCharsMax: 100,
  /** Lists and objects within one another in the arguments of a call. */
  argumentDepthMax: 10,
  /** In the arguments of all calls of a rule. */
  argumentValuesMax: 200,
  latencyMsMax: 600_000,
  /** Entries of a list that fail, one after the other. */
  failuresMax: 100,
  failureCharsMax: 300,
  /** Values in the templates of one rule. */
  referencesMax: 100,
  /** Of a text of the user. The rest of a longer one is not compared. */
  heardCharsMax: 5_000,
  /** Of a value that is searched for a number. */
  numberCharsMax: 1_000,
  /** Values in a member of an answer. A larger member counts as absent. */
  memberValuesMax: 5_000,
  /** Steps of patterns in all comparisons of a text. Later rules do not match. About 0.1 s of work. */
  comparedStepsMax: 2_000_000,
  /** Of a template with its values in place. Longer texts are cut. */
  renderedCharsMax: 10_000,
} as const;

/** Of the explanation of a thought by the rules of a script. */
export const explanationLimits = {
  nearMissesMax: 3,
  /** The most words and conditions that a near miss lacks. */
  distanceMax: 4,
  /** Rules whose words are compared one by one: the most promising ones. */
  candidatesMax: 20,
  /** Steps of patterns in these comparisons. Later rules are no near misses. About 0.1 s of work. */
  comparedStepsMax: 100_000,
} as const;

/** The longest reply of the plain thinker. */
export const plainReplyCharsMax = 200;
