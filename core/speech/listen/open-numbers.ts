// Marks results whose first words may continue a number that the final result before them cut, so that redaction hides all its parts.

import { isNumberOpen } from '../text/format.ts';
import type { TextOptions } from '../text/options.ts';
import type { ListeningOutput } from './output.ts';

/** Plain data, to be saved with a session. */
export type OpenNumber = { readonly speaker: number };

/** `open`: the number at the end of the last final result with words; undefined if there is none, and without redaction. */
export function continueNumbers(
  open: OpenNumber | undefined,
  outputs: readonly ListeningOutput[],
  text: TextOptions,
  isEndOfStream: boolean,
): readonly [OpenNumber | undefined, readonly ListeningOutput[]] {
  if (text.redact.length === 0) return [undefined, outputs];
  let number = open;
  const marked = outputs.map((output) => {
    const [first, last] = output.kind === 'result' ? [output.words[0], output.words.at(-1)] : [];
    if (output.kind !== 'result' || first === undefined || last === undefined) return output;
    const { isFinal, words } = output;
    const continuesNumber = first.speaker === number?.speaker;
    const isOpen = isFinal && isNumberOpen(words, text, { isFinal, continuesNumber });
    if (isFinal) number = isOpen ? { speaker: last.speaker } : undefined;
    return {
      ...output,
      ...(continuesNumber && { continuesNumber }),
      ...(isOpen && isEndOfStream && { endsStream: true as const }),
    };
  });
  return [number, marked];
}
