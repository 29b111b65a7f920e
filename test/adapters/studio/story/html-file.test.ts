// The limit of the file with the studio in it.

import { expect, it } from 'vitest';
import { htmlFile, StorySizeError } from '../../../../adapters/studio/story/html-file.ts';

const story = { title: 'bank.jsonl', notes: ['x'.repeat(2_000_000)], worlds: [] };

it('refuses a story that is larger than a browser can open, and says so', () => {
  const write = () => [...htmlFile(story, 1024 * 1024)];
  expect(write).toThrow(StorySizeError);
  expect(write).toThrow('bank.jsonl is too large for one file: with all of its events');
  expect(write).toThrow('more than 1 MiB.');
  expect([...htmlFile(story)].join('')).toContain(story.notes[0]);
});
