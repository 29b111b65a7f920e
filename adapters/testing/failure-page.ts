// The page of a world whose test has failed: one HTML file that shows what happened, without a server.

import { mkdirSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { z } from 'zod';
import { checkedOptions } from '../checked-options.ts';
import { messageOf } from '../wording.ts';

/** Whether failing tests leave a page of each world (default: beside its recording), or the folder for them. */
export type FailurePages = boolean | string;

/** The most pages of one process: a run in which everything fails needs no page for each test. */
const failurePagesMax = 20;

const pagesSchema = z.strictObject({ failurePages: z.union([z.boolean(), z.string().min(1)]) });

/** Throws OptionsError. */
export function checkFailurePages(failurePages: unknown): void {
  checkedOptions(pagesSchema, { failurePages }, 'test.extend');
}

let written = 0;

export interface FailedWorld {
  /** The file of its recording, in which that is by now. */
  readonly recording: string;
  readonly title: string;
  readonly pages: FailurePages;
}

/** Resolves with the page that was written, or why none was; undefined if none is wanted. */
export async function writeFailurePage({
  recording,
  title,
  pages,
}: FailedWorld): Promise<{ readonly file: string } | { readonly problem: string } | undefined> {
  if (pages === false) return undefined;
  if (written >= failurePagesMax) {
    return { problem: `${failurePagesMax} tests have left a page already` };
  }
  written += 1;
  const beside = recording.replace(/\.jsonl$/, '.html');
  const file = pages === true ? beside : resolve(pages, basename(beside));
  try {
    // With the whole engine of replays: most tests pass.
    const { readRecording } = await import('../recording/format/reader.ts');
    const { recordingStory } = await import('../studio/story/recording-story.ts');
    const { writeHtml } = await import('../studio/story/written-html.ts');
    const story = await recordingStory(recording, await readRecording(recording), { title });
    mkdirSync(dirname(file), { recursive: true });
    writeHtml(file, story, false);
    return { file };
  } catch (error) {
    return { problem: messageOf(error) };
  }
}
