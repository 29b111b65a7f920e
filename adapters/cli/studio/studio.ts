// `reprise studio`: opens the studio of a running server, or of recordings in a temporary file.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RecordingFile } from '../../studio/story/diff-story.ts';
import { readAnyRecording } from '../../recording/format/reader.ts';
import { attribute, document } from '../../studio/site/shell.ts';
import { withReadErrors } from '../support/read-errors.ts';
import type { CliHost } from '../support/cli-host.ts';
import { withServer, worldOf } from '../support/connect.ts';
import { CliError } from '../support/errors.ts';
import { createdHtml } from './created-html.ts';
import { studioAddress } from './studio-address.ts';

export interface StudioFlags {
  readonly world?: string;
  readonly url?: string;
  readonly print?: boolean;
  readonly json?: boolean;
}

/** The most recordings in one page. */
const recordingsMax = 20;

export async function studio(
  recordings: readonly string[],
  flags: StudioFlags,
  host: CliHost,
): Promise<void> {
  checkArguments(recordings, flags);
  const url =
    recordings.length === 0
      ? await serverAddress(flags, host)
      : await fileAddress(recordings, host);
  const isOpened = flags.print !== true && (await host.openInBrowser(() => addressFile(url)));
  if (flags.json === true) return host.print(JSON.stringify({ url, opened: isOpened }));
  // An opened address with a token is not repeated where others may read it.
  host.print(isOpened ? `Opened ${url.split('#', 1)[0]} in the browser.` : url);
}

/** The address itself, or of a server a file that leads to it: other users of the machine see arguments of programs. */
function addressFile(url: string): string {
  if (url.startsWith('file:')) return url;
  const file = join(mkdtempSync(join(tmpdir(), 'reprise-studio-')), 'open.html');
  const head = `<meta http-equiv="refresh" content="0; url=${attribute(url)}">`;
  writeFileSync(file, document('Reprise studio', { head, body: '' }), { mode: 0o600 });
  return pathToFileURL(file).href;
}

function checkArguments(recordings: readonly string[], { world, url }: StudioFlags): void {
  if (recordings.length > recordingsMax) {
    const given = recordings.length;
    throw new CliError(`One page shows ${recordingsMax} recordings at most, not ${given}.`);
  }
  const ofServer = world === undefined ? '--url' : '--world';
  if (recordings.length > 0 && (world ?? url) !== undefined) {
    throw new CliError(`${ofServer} is for a running server: leave it out, or the recordings.`);
  }
}

/** Of a server that answers, and has the world. */
function serverAddress({ url, world }: StudioFlags, host: CliHost): Promise<string> {
  return withServer(url, host, async (client, server) => {
    await (world === undefined ? client.worlds.list() : worldOf(client, world).get());
    return studioAddress(server.url, server.token, world);
  });
}

/** Only the user may read the file. It stays, since a browser reads it later: the system removes temporary files. */
async function fileAddress(
  recordings: readonly string[],
  { cwd, progress }: CliHost,
): Promise<string> {
  const reportTo = (action: string, file: string) => (done: number, total: number) => {
    if (total > 0) progress(`${action} ${basename(file)}  ${Math.floor((100 * done) / total)} %`);
  };
  try {
    return await withReadErrors(async () => {
      const files: RecordingFile[] = [];
      for (const name of recordings) {
        const file = resolve(cwd, name);
        const onProgress = reportTo('reading', file);
        files.push({ file, recording: await readAnyRecording(file, { onProgress }) });
      }
      const story = await storyOf(files, reportTo);
      const folder = mkdtempSync(join(tmpdir(), 'reprise-studio-'));
      const [first = 'recording'] = recordings;
      const file = join(folder, `${basename(first).replace(/\.jsonl$/, '')}.html`);
      createdHtml(file, story, true);
      return pathToFileURL(file).href;
    });
  } finally {
    progress('');
  }
}

async function storyOf(
  files: readonly RecordingFile[],
  reportTo: (action: string, file: string) => (done: number, total: number) => void,
) {
  const { diffStory } = await import('../../studio/story/diff-story.ts'); // with the whole engine
  const { recordingStory } = await import('../../studio/story/recording-story.ts');
  const [one, ...others] = files;
  if (one === undefined || others.length > 0) {
    return diffStory(files, {
      onProgress: (file, done, total) => reportTo('replaying', file)(done, total),
    });
  }
  return recordingStory(one.file, one.recording, { onProgress: reportTo('replaying', one.file) });
}
