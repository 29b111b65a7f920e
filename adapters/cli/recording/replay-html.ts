// The pages of `reprise replay --html`: for each cause, a recording and how it is replayed now.

import { resolve } from 'node:path';
import { readRecording } from '../../recording/format/reader.ts';
import { recordingStory } from '../../studio/story/recording-story.ts';
import type { ReplayOutcome } from './replay-text.ts';
import type { CliHost } from '../support/cli-host.ts';
import { failureFile, writeFailure } from '../studio/failure-html.ts';

/** The most pages of one run. */
const pagesMax = 10;

/** Resolves with a sentence for each that names it. Rejects with CliError. */
export async function writeDifferences(
  html: string,
  different: readonly ReplayOutcome[],
  host: CliHost,
): Promise<readonly string[]> {
  const sentences: string[] = [];
  for (const [index, { file, replay }] of different.slice(0, pagesMax).entries()) {
    const path = resolve(host.cwd, file);
    const divergence = replay?.divergence;
    const story = await recordingStory(path, await readRecording(path), {
      ...(divergence === undefined ? {} : { divergence }),
      onProgress: (done, total) => {
        if (total > 0) host.progress(`showing ${file}  ${Math.floor((100 * done) / total)} %`);
      },
    });
    const sentence = writeFailure(failureFile(html, index), story, host);
    sentences.push(different.length === 1 ? sentence : `${file}: ${sentence}`);
  }
  const more = different.length - sentences.length;
  return more <= 0 ? sentences : [...sentences, `${more} more have no page.`];
}
