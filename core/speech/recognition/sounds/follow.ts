// Follows a known sound hop by hop after it is found: which of its words have been spoken, whether it has ended, and whether the
// voice is still this sound. A stage with a small state of plain data; the caller passes the sound with each hop.

import type { KnownSound } from './record.ts';
import type { SoundWord } from '../../synthesis/sound-print.ts';
import type { SoundMatch } from './find.ts';
import { bitCount, bitsOf, type SoundBits } from './sound-bits.ts';

/** A word counts as spoken if at most this percentage of the recent clear bits differ. */
export const wordPercentMax = 26;
/** A word is spoken this long after its end if the voice continues: the bits of its last part are compared by then. */
export const wordDelayHops = 12;
/** A sound is followed for at most this long after its last voice, so that a breath starts no search. */
export const tailHops = 40;
/** Silence of at least this length after a word is a pause. */
const pauseHops = 4;
/** The sound is lost once more than this percentage of the recent clear bits differ. */
export const lostPercent = 30;
/** The weight of bits falls to 23/24 with each hop, so that the last 0.3 s decide. */
const recentHops = 24;
/** Counts are multiples of this part, so that they are integers. */
const countUnit = 64;
/** Fewer recent clear bits decide nothing. */
const clearBitsMin = 48 * countUnit;
/** The position moves to a neighbouring hop if this percentage fewer bits differ there. */
const driftPercent = 6;
/** The first fingerprints of a voice include the silence before it, which the inside of a sound lacks. */
const settlingHops = 8;

export type SoundProgress = {
  /** The id of the sound. */
  readonly sound: string;
  /** The hop of the sound that was heard last. */
  readonly position: number;
  /** The number of its words that have been spoken, or lie before the match. */
  readonly words: number;
  /** Recent differing and clear bits, in parts: a hop earlier, at the position, and a hop later. */
  readonly differing: readonly [number, number, number];
  readonly clear: readonly [number, number, number];
};

export type SoundHop = {
  /** Words that are complete with this hop, at hops of the sound. `position` is the current hop of the sound. */
  readonly words: readonly SoundWord[];
  /** Ended: all words are spoken, and the sound is over. Lost: another sound, or a pause. */
  readonly status: 'heard' | 'ended' | 'lost';
};

/** The number of words of a sound that may be reported at a hop. */
export type WordsMax = (position: number) => number;

const allWords: WordsMax = () => Infinity;

/**
 * `fingerprints`: those of the search. Words in them are reported at once. `saidHops`: the number of their first hops in which words of
 * another sound were reported; words there are not reported again.
 */
export function startFollowing(
  { sound: id, offset }: SoundMatch,
  fingerprints: readonly number[],
  sound: KnownSound,
  saidHops = 0,
  wordsMax: WordsMax = allWords,
): readonly [SoundProgress, SoundHop] {
  const skipped = Math.min(settlingHops, fingerprints.length - 1);
  const before = offset - fingerprints.length;
  const isOver = ({ start, end }: SoundWord) => start + end < 2 * (before + 1 + saidHops);
  let progress: SoundProgress = {
    sound: id,
    position: before + skipped,
    words: sound.words.filter(isOver).length,
    differing: [0, 0, 0],
    clear: [0, 0, 0],
  };
  const words: SoundWord[] = [];
  let status: SoundHop['status'] = 'heard';
  for (const fingerprint of fingerprints.slice(skipped)) {
    const [next, hop] = followSound(progress, fingerprint, sound, wordsMax);
    progress = next;
    words.push(...hop.words);
    status = hop.status;
    if (status === 'ended') break;
  }
  return [progress, { words, status }];
}

/** One hop. A sound that has ended or is lost is not continued. */
export function followSound(
  progress: SoundProgress,
  fingerprint: number,
  sound: KnownSound,
  wordsMax: WordsMax = allWords,
): readonly [SoundProgress, SoundHop] {
  const bits = bitsOf(sound);
  const moved = driftless(counted(progress, fingerprint, bits));
  const { position, differing, clear } = moved;
  const [recent, compared] = [differing[1], clear[1]];
  const isDecided = compared >= clearBitsMin;
  const isOther = isDecided && recent * 100 > compared * lostPercent;
  const isSame = recent * 100 <= compared * wordPercentMax;
  const due = isSame ? wordsUntil(position, sound).slice(moved.words) : [];
  const words =
    due.length === 0 ? due : due.slice(0, Math.max(0, wordsMax(position) - moved.words));
  const known = moved.words + words.length;
  const isOver = position + 1 >= Math.min(bits.hops, sound.voiceEnd + tailHops);
  const status = !isOver && !isOther ? 'heard' : known === sound.words.length ? 'ended' : 'lost';
  return [
    { ...moved, words: known },
    { words, status },
  ];
}

/** A word before a pause ends with its last hop, and so do all words before it. */
function wordsUntil(position: number, { words, voiceEnd }: KnownSound): readonly SoundWord[] {
  const last = words.findLastIndex(({ end }, index) => {
    const next = words[index + 1]?.start ?? voiceEnd + pauseHops;
    return position + 1 >= end + (next - end < pauseHops ? wordDelayHops : 0);
  });
  return words.slice(0, last + 1);
}

function counted(progress: SoundProgress, fingerprint: number, bits: SoundBits): SoundProgress {
  const position = progress.position + 1;
  const recent = (count: number, added: number) =>
    count - Math.floor(count / recentHops) + added * countUnit;
  const differingAt = (hop: number) =>
    bitCount((fingerprint ^ (bits.pairs[hop] ?? 0)) & maskAt(bits, hop));
  const clearAt = (hop: number) => bitCount(maskAt(bits, hop));
  const { differing, clear } = progress;
  return {
    ...progress,
    position,
    differing: [
      recent(differing[0], differingAt(position - 1)),
      recent(differing[1], differingAt(position)),
      recent(differing[2], differingAt(position + 1)),
    ],
    clear: [
      recent(clear[0], clearAt(position - 1)),
      recent(clear[1], clearAt(position)),
      recent(clear[2], clearAt(position + 1)),
    ],
  };
}

function maskAt({ masks }: SoundBits, hop: number): number {
  return (masks[hop] ?? 0) & 0xffff;
}

/** Follows the sound at a neighbouring hop if it matches better there. */
function driftless(progress: SoundProgress): SoundProgress {
  const { differing, clear, position } = progress;
  if (clear[1] < clearBitsMin) return progress;
  const percent = (side: 0 | 1 | 2) => (differing[side] * 100) / Math.max(clear[side], 1);
  const side = percent(0) < percent(2) ? 0 : 2;
  if (percent(side) > percent(1) - driftPercent) return progress;
  const [d, c] = [differing[side], clear[side]];
  const step = side - 1;
  return { ...progress, position: position + step, differing: [d, d, d], clear: [c, c, c] };
}
