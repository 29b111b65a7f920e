// Writes the HTML of a story for a verb, whose errors are sentences.

import { StorySizeError } from '../../studio/story/html-file.ts';
import type { UnwrittenStory } from '../../studio/story/unwritten-story.ts';
import { writeHtml } from '../../studio/story/written-html.ts';
import { createdExport } from '../support/created-file.ts';
import { CliError } from '../support/errors.ts';

/** Returns its bytes. `isNew`: it must not exist; `flag` names it. Throws CliError. */
export function createdHtml(
  file: string,
  story: UnwrittenStory,
  isNew: boolean,
  flag = '-o',
): number {
  try {
    return createdExport(file, () => writeHtml(file, story, isNew), flag);
  } catch (error) {
    if (error instanceof StorySizeError) throw new CliError(error.message);
    throw error;
  }
}
