// Bounds of conversations with agents.

/** Of the rules of a script that say what agents answer. Characters are UTF-16 code units. */
export const answerLimits = {
  rulesMax: 1_000,
  /** Of one rule. */
  patternCharsMax: 500,
  /** In all rules: a text is compared with each of them. */
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
  /** Of what the user said: the rest of a longer text is not compared. */
  heardCharsMax: 5_000,
  /** Of a value in which a number is looked for. */
  numberCharsMax: 1_000,
  /** Values of a member of an answer. A larger one is nothing. */
  memberValuesMax: 5_000,
  /** Steps of patterns in all comparisons of a text: rules behind them do not match. Some 0.1 s of work. */
  comparedStepsMax: 2_000_000,
  /** Of a template with its values in place. Longer texts are cut. */
  renderedCharsMax: 10_000,
} as const;

/** Of the explanation of a thought by the rules of a script. */
export const explanationLimits = {
  nearMissesMax: 3,
  /** Words and conditions that are in the way of a rule that is near. */
  distanceMax: 4,
  /** Rules whose words are compared one by one: those that may be nearest. */
  candidatesMax: 20,
  /** Steps of patterns in these comparisons: rules after them are not near. Some 0.1 s of work. */
  comparedStepsMax: 100_000,
} as const;

/** The longest reply of the plain thinker. */
export const plainReplyCharsMax = 200;
