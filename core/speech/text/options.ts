// The parameters of /v1/listen that change the text of words, not their recognition (reference/speech.md section 4).

// Type aliases, since interfaces are not assignable to JSON.

/** `redact=true` is `numbers`. */
export const redactionKinds = ['pci', 'ssn', 'numbers', 'aggressive_numbers'] as const;

export type RedactionKind = (typeof redactionKinds)[number];

export type TextOptions = {
  /** A BCP-47 tag, or `multi`. */
  readonly language: string;
  readonly punctuate: boolean;
  readonly diarize: boolean;
  readonly numerals: boolean;
  readonly smartFormat: boolean;
  readonly dictation: boolean;
  readonly profanityFilter: boolean;
  readonly detectEntities: boolean;
  readonly redact: readonly RedactionKind[];
  /** An empty `to` removes the term. */
  readonly replace: readonly { readonly from: string; readonly to: string }[];
  readonly search: readonly string[];
  readonly keyterms: readonly string[];
  readonly keywords: readonly { readonly term: string; readonly boost: number }[];
};

/** Defaults of the service: words without case and signs. */
export const plainText: TextOptions = {
  language: 'en',
  punctuate: false,
  diarize: false,
  numerals: false,
  smartFormat: false,
  dictation: false,
  profanityFilter: false,
  detectEntities: false,
  redact: [],
  replace: [],
  search: [],
  keyterms: [],
  keywords: [],
};

/** The result whose words are shown. */
export type ResultForm = {
  readonly isFinal: boolean;
  /** Whether its first words may continue a number that the final result before it cut. */
  readonly continuesNumber?: boolean | undefined;
  /** Whether the stream ends with it. */
  readonly endsStream?: boolean | undefined;
};

/** Whether words are shown with their case and signs. */
export function isPunctuated(options: TextOptions): boolean {
  return options.punctuate || options.smartFormat || options.dictation || options.detectEntities;
}
