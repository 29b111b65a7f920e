// `reprise export --html`: one file with the studio and a recording in it.

import { resolve } from 'node:path';
import { recordingStory } from '../../studio/story/recording-story.ts';
import { readAnyRecording } from '../../recording/format/reader.ts';
import { withReadErrors } from '../support/read-errors.ts';
import type { CliHost } from '../support/cli-host.ts';
import { exitCodes } from '../support/errors.ts';
import { sizeText } from '../support/size-text.ts';
import { createdHtml } from './created-html.ts';

export interface HtmlFlags {
  readonly output?: string;
  readonly json?: boolean;
}

/** Resolves with the exit code. */
export async function exportHtml(
  recording: string,
  flags: HtmlFlags,
  host: CliHost,
): Promise<number> {
  const { print } = host;
  const output = flags.output ?? `${recording.replace(/\.jsonl$/, '')}.html`;
  const { bytes, notes } = await htmlOf(recording, resolve(host.cwd, output), host);
  if (flags.json === true) print(JSON.stringify({ file: output, bytes, notes }));
  else {
    print(`Exported ${recording} into ${output}, ${sizeText(bytes)}: open it in a browser.`);
    for (const note of notes) print(`  ${note}`);
  }
  return exitCodes.fine;
}

/** Writes the file of a recording, which must not exist. Rejects with CliError. */
async function htmlOf(
  recording: string,
  file: string,
  { cwd, progress }: CliHost,
): Promise<{ readonly bytes: number; readonly notes: readonly string[] }> {
  const reportTo = (action: string) => (done: number, total: number) => {
    if (total > 0) progress(`${action} ${recording}  ${Math.floor((100 * done) / total)} %`);
  };
  try {
    return await withReadErrors(async () => {
      const path = resolve(cwd, recording);
      const read = await readAnyRecording(path, { onProgress: reportTo('reading') });
      const story = await recordingStory(path, read, { onProgress: reportTo('replaying') });
      progress(`writing ${file}`);
      return { bytes: createdHtml(file, story, true), notes: story.notes };
    });
  } finally {
    progress('');
  }
}
