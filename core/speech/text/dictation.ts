// Spoken signs: "comma" becomes ",". A closed list of English phrases, always taken as signs ("a period of time" loses its period).

import { keysOf, Terms } from './terms.ts';
import { capitalized, isEnglish, joined, type TextWord } from './text-word.ts';

type SpokenSign = {
  readonly sign: string;
  /** `after` the word before, `before` the next word, or `between` the two, which become one. */
  readonly place: 'after' | 'before' | 'between';
};

const after = (sign: string): SpokenSign => ({ sign, place: 'after' });
const before = (sign: string): SpokenSign => ({ sign, place: 'before' });
const between = (sign: string): SpokenSign => ({ sign, place: 'between' });

export const spokenSigns: Readonly<Record<string, SpokenSign>> = {
  comma: after(','),
  period: after('.'),
  'full stop': after('.'),
  'question mark': after('?'),
  'exclamation mark': after('!'),
  'exclamation point': after('!'),
  colon: after(':'),
  semicolon: after(';'),
  'semi colon': after(';'),
  ellipsis: after('...'),
  dash: after(' -'),
  'new line': after('\n'),
  'new paragraph': after('\n\n'),
  'open quote': before('"'),
  'close quote': after('"'),
  'open parenthesis': before('('),
  'close parenthesis': after(')'),
  hyphen: between('-'),
  slash: between('/'),
  'forward slash': between('/'),
};

const phrases = Object.keys(spokenSigns);
const phraseTerms = new Terms(phrases);
/** These signs replace a sign of the text. */
const replacing = new Set('.,;:!?…');
const endsSentence = /^[.!?\n]+$/;

export function dictate(words: readonly TextWord[]): readonly TextWord[] {
  const keys = keysOf(words);
  const phraseAt = (at: number) => {
    const word = words[at];
    return word !== undefined && isEnglish(word) ? phraseTerms.longestAt(keys, at) : undefined;
  };
  const done: TextWord[] = [];
  let isSentenceStart = false;
  const push = (word: TextWord) => {
    done.push(isSentenceStart ? capitalized(word) : word);
    isSentenceStart = false;
  };
  for (let at = 0; at < words.length;) {
    const phrase = phraseAt(at);
    if (phrase === undefined) {
      push(words[at]!);
      at += 1;
      continue;
    }
    const spoken = joined(words.slice(at, at + phrase.length));
    const { sign, place } = spokenSigns[phrases[phrase.index]!]!;
    at += phrase.length;
    const last = done.at(-1);
    const next = phraseAt(at) === undefined ? words[at] : undefined;
    if (place === 'after' && isNeighbour(last, spoken)) {
      done[done.length - 1] = withSign(last, sign);
    } else if (place === 'before' && isNeighbour(next, spoken)) {
      push({ ...next, before: sign + next.before });
      at += 1;
    } else if (place === 'between' && isWord(last, spoken) && isNeighbour(next, spoken)) {
      done[done.length - 1] = joined([last, next], last.core + sign + next.core);
      at += 1;
    } else {
      done.push({ ...spoken, before: '', after: '', sign });
    }
    if (endsSentence.test(sign) && sign !== '...') isSentenceStart = true;
  }
  return done;
}

/** Whether a sign may attach to a word: not to one of another speaker. */
function isNeighbour(word: TextWord | undefined, { speaker }: TextWord): word is TextWord {
  return word?.speaker === speaker;
}

/** Whether a neighbour is a word, not a sign that stands alone. */
function isWord(word: TextWord | undefined, spoken: TextWord): word is TextWord {
  return isNeighbour(word, spoken) && word.sign === undefined;
}

/** Adds a sign after the word. It replaces signs of the text; a line break follows them. */
function withSign(word: TextWord, sign: string): TextWord {
  if (word.sign !== undefined) return { ...word, sign: word.sign + sign };
  let end = word.after.length;
  if (replacing.has(sign.charAt(0))) while (replacing.has(word.after.charAt(end - 1))) end -= 1;
  return { ...word, after: word.after.slice(0, end) + sign };
}
