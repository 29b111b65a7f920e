// The HTML of a failure: written where a flag says, in place of that of an earlier run.

import { resolve } from 'node:path';
import type { UnwrittenStory } from '../../studio/story/unwritten-story.ts';
import type { CliHost } from '../support/cli-host.ts';
import { createdHtml } from './created-html.ts';

/** The file of the n-th failure, from 0: `out.html`, then `out-2.html`. */
export function failureFile(file: string, index: number): string {
  if (index === 0) return file;
  return /\.html?$/i.test(file)
    ? file.replace(/(\.html?)$/i, `-${index + 1}$1`)
    : `${file}-${index + 1}`;
}

/** Returns the sentence that names the file. Throws CliError if it cannot be written. */
export function writeFailure(
  file: string,
  story: UnwrittenStory,
  { cwd, progress }: CliHost,
): string {
  progress(`writing ${file}`);
  createdHtml(resolve(cwd, file), story, false, '--html');
  progress('');
  return `To look at it: open ${file} in a browser.`;
}
