// Bounds and defaults of scripts.

/** The silence that separates utterances, in hops. */
export const gapHopsDefault = 70;

/** Of a script. Characters are UTF-16 code units. */
export const scriptLimits = {
  partsMax: 100,
  /** In all parts. */
  utterancesMax: 1_000,
  textCharsMax: 2_000,
  speakerCharsMax: 100,
  languageCharsMax: 35,
  entitiesMax: 50,
  labelCharsMax: 100,
  gapMsMin: 100,
  gapMsMax: 10_000,
} as const;
