// The voice of each model: a voice of the synthesiser, its pitch and its pace.

/** A type alias, since interfaces are not assignable to JSON. */
export type Voice = {
  readonly base: 'slt' | 'rms' | 'awb' | 'kal16';
  /** In per cent of the voice's own. */
  readonly pitch: number;
  readonly pace: number;
};

/** Always the same for a name; any name has one. */
export function voiceOf(_model: string): Voice {
  return { base: 'slt', pitch: 100, pace: 100 };
}
