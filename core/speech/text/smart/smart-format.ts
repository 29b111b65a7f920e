// Smart formatting of English: each rule reads the text of the rules before it.

import { writeNumerals } from '../numerals.ts';
import type { TextWord } from '../text-word.ts';
import { addressRule } from './addresses.ts';
import { amountRule } from './amounts.ts';
import { dateRule } from './dates.ts';
import { phoneNumberRule } from './phone-numbers.ts';
import { rewrite } from './rewrite.ts';
import { timeRule } from './times.ts';

/** Addresses come before numerals, since "one dot com" is no number. */
export function smartFormat(words: readonly TextWord[]): readonly TextWord[] {
  const addressed = rewrite(words, addressRule);
  return [timeRule, dateRule, amountRule, phoneNumberRule].reduce<readonly TextWord[]>(
    rewrite,
    writeNumerals(addressed),
  );
}
