// Captions of the text in a file: words, places in hops, and the bound of a text.

import { expect, it } from 'vitest';
import {
  captionCharsMax,
  captionOf,
} from '../../../../../core/speech/recognition/hearing/file-caption.ts';

const header = { text: ' Good  morning.\nBye! ', sampleRate: 8_000 };

it('has the words of the text, and their places in hops of 10 ms', () => {
  const words = [0, 800, 800, 2_400, 4_000, 4_079];
  expect(captionOf({ ...header, words, samples: 8_000 })).toEqual({
    words: 'Good morning. Bye!',
    places: [0, 10, 10, 30, 50, 50],
    hops: 100,
  });
});

it.each([
  ['too few', [0, 800]],
  ['out of order', [0, 800, 400, 900, 1_000, 1_200]],
])('has no places if there are %s', (_, words) => {
  expect(captionOf({ ...header, words })).toEqual({ words: 'Good morning. Bye!' });
});

it('has no places if more than four words end within 10 ms', () => {
  const placed = (count: number) => {
    const words = Array.from({ length: count }, () => [800, 879]).flat();
    return captionOf({ text: 'a '.repeat(count), words, sampleRate: 8_000 })?.places;
  };
  expect(placed(4)).toHaveLength(8);
  expect(placed(5)).toBeUndefined();
});

it('is not there without words, and for a text that is too long', () => {
  expect(captionOf({ ...header, text: ' - ... ' })).toBeUndefined();
  const text = 'a '.repeat(captionCharsMax / 2);
  expect(captionOf({ ...header, text })?.words).toHaveLength(captionCharsMax - 1);
  expect(captionOf({ ...header, text: `${text}a` })).toBeUndefined();
});
