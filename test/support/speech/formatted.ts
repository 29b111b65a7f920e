// Applies text options to a text, for tests.

import { formatWords, type FormattedText } from '../../../core/speech/text/format.ts';
import { plainText, type TextOptions } from '../../../core/speech/text/options.ts';
import { heardWords } from './heard-words.ts';

export type OwnOptions = Partial<TextOptions>;

/** The result of a text in a final. */
export function formatted(text: string, own: OwnOptions = {}): FormattedText {
  return formatWords(heardWords(text), { ...plainText, ...own }, { isFinal: true });
}

export function transcriptOf(text: string, own?: OwnOptions): string {
  return formatted(text, own).transcript;
}
