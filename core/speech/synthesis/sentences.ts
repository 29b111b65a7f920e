// Cuts text into sentences as it arrives. The cuts depend on the text alone, not on its messages.

/** A longer sentence is cut between two words, or within a word that is as long. */
export const sentenceCharsMax = 400;

/** The end of a sentence is searched in this many last characters: a mark, then quotes and brackets. */
const endCharsMax = 20;

/** A full stop after these does not end a sentence. */
const abbreviations = new Set('mr mrs ms dr prof st no vs etc e.g i.e sr sra'.split(' '));

/** The ends of the whole sentences in a text, as offsets. A sentence is whole if its end and the next character have arrived. */
export function sentenceEnds(text: string): readonly number[] {
  const ends: number[] = [];
  for (let start = 0; ;) {
    const end = nextEnd(text, start);
    if (end === undefined) return ends;
    ends.push(end);
    start = end;
  }
}

/** Whether a part of a text that was cut at an end is a whole sentence; if not, the sentence was too long. */
export function endsSentence(text: string): boolean {
  return /(?:[.!?…。！？]["'”’»)\]]*|\n)$/.test(text.slice(-endCharsMax));
}

/** Sentences of a text by their ends, and the rest. Those without a visible character are dropped. */
export function sentencesAt(
  text: string,
  ends: readonly number[],
): { readonly sentences: readonly string[]; readonly rest: string } {
  const parts = ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
  return { sentences: visible(parts), rest: text.slice(ends.at(-1) ?? 0) };
}

/** The last sentence of a text at its end. */
export function lastSentences(text: string): readonly string[] {
  return visible([text]);
}

/** All sentences of a complete text. */
export function sentencesOf(text: string): readonly string[] {
  const { sentences, rest } = sentencesAt(text, sentenceEnds(text));
  return [...sentences, ...lastSentences(rest)];
}

function visible(parts: readonly string[]): readonly string[] {
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function nextEnd(text: string, start: number): number | undefined {
  const window = text.slice(start, start + sentenceCharsMax + 1);
  for (const { 0: run, index } of window.matchAll(/[.!?…。！？]+["'”’»)\]]*|\n+/g)) {
    const end = index + run.length;
    const next = window[end];
    if (next === undefined) break;
    if (isEnd(window.slice(0, index), run, next)) return start + end;
  }
  return window.length > sentenceCharsMax ? start + longestFit(window) : undefined;
}

/** No space follows the end of a Chinese or Japanese sentence. */
function isEnd(before: string, run: string, next: string): boolean {
  if (/^\n|[。！？]/.test(run)) return true;
  if (!/\s/.test(next)) return false;
  return run !== '.' || !isAbbreviation(before);
}

/** Whether a text ends in a word whose full stop does not end a sentence: a title, or an initial. */
function isAbbreviation(before: string): boolean {
  const word = /(?:^|[\s("'“‘])([A-Za-z.]+)$/.exec(before)?.[1];
  return word !== undefined && (/^[A-Z]$/.test(word) || abbreviations.has(word.toLowerCase()));
}

/** The place to cut a text that is too long for a sentence: after its last space, else anywhere but within a character. */
function longestFit(window: string): number {
  const space = window.slice(0, sentenceCharsMax).search(/\s\S*$/);
  if (space > 0) return space + 1;
  const unit = window.charCodeAt(sentenceCharsMax - 1);
  return unit >= 0xd800 && unit <= 0xdbff ? sentenceCharsMax - 1 : sentenceCharsMax;
}
