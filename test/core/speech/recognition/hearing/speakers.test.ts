// The numbers assigned to speakers.

import { describe, expect, it } from 'vitest';
import { speakersMax } from '../../../../../core/speech/recognition/hearing/speakers.ts';
import {
  withSpeaker,
  type Speakers,
} from '../../../../../core/speech/recognition/hearing/speakers.ts';

describe('speakers', () => {
  const numbersOf = (names: readonly string[]) => {
    let speakers: Speakers = [];
    return names.map((speaker) => {
      const word = { text: 'Hi', start: 0, end: 1, confidence: 99, speaker };
      const [next, numbered] = withSpeaker(speakers, word);
      speakers = next;
      expect(speakers.length).toBeLessThanOrEqual(speakersMax);
      return numbered.speaker;
    });
  };

  it('have numbers in the order of their appearance', () => {
    expect(numbersOf(['ann', '', 'ann', 'bob', ''])).toEqual([0, 1, 0, 2, 1]);
  });

  it('share the last number if they are more than a hundred', () => {
    const names = Array.from({ length: 102 }, (_, index) => `${index}`);
    expect(numbersOf([...names, '5']).slice(-4)).toEqual([99, 99, 99, 5]);
  });
});
