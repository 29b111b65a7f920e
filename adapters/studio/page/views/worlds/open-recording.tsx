// Opens a recording from a file: the server replays it, and the page shows it as an exported file would.

import { useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { bodyBytesMax } from '../../../../protocol/limits.ts';
import type { Client } from '../../../../client/index.ts';
import type { Story } from '../../../story/story.ts';
import { sentenceOf } from '../../model/sentence.ts';
import { CopyText } from '../../widgets/copy-text.tsx';

interface OpenRecordingProps {
  readonly client: Client;
  readonly onStory: (story: Story) => void;
}

export function OpenRecording({ client, onStory }: OpenRecordingProps): JSX.Element {
  const [isReplaying, setReplaying] = useState(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);

  async function open(file: File): Promise<void> {
    setReplaying(true);
    setProblem(undefined);
    try {
      onStory(await replayed(client, file));
    } catch (error) {
      setProblem(sentenceOf(error));
      setReplaying(false);
    }
  }

  return (
    <section class="open-recording" aria-labelledby="open-recording">
      <h2 id="open-recording">A recording</h2>
      <label>
        {isReplaying ? 'The server replays it…' : 'Replay and show a file'}
        <input
          type="file"
          accept=".jsonl"
          disabled={isReplaying}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file !== undefined) void open(file);
          }}
        />
      </label>
      <CopyText text="reprise studio recording.jsonl" label="the command that opens one" />
      {problem === undefined ? null : (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}

async function replayed(client: Client, file: File): Promise<Story> {
  const upload = { name: file.name, recording: await textOf(file) };
  if (new Blob([JSON.stringify(upload)]).size > bodyBytesMax) throw new Error(sizeProblem(file));
  return (await client.replay(upload)) as unknown as Story;
}

/** Of a file that is too large, nothing is read. */
async function textOf(file: File): Promise<string> {
  if (file.size > bodyBytesMax) throw new Error(sizeProblem(file));
  return file.text();
}

function sizeProblem({ name }: File): string {
  return `${name} is larger than the ${bodyBytesMax / 2 ** 20} MiB that a server takes. Open it with \`reprise studio ${name}\`.`;
}
