// The thread that replays uploaded recordings, so that no other work of the server waits for them.

import { answerQuestions } from '../../hosts/worker/answer-questions.ts';
import type { UploadedRecording } from '../../contracts/replay-control.ts';
import { readAnyChunks } from '../../recording/format/reader.ts';
import { RecordingError } from '../../recording/format/recording-error.ts';
import { uploadStoryCharsMax } from '../../protocol/limits.ts';
import { recordingStory } from './recording-story.ts';
import { storyPieces } from './unwritten-story.ts';

export type ReplayAnswer = { readonly story: string } | { readonly problem: string };

async function storyOf({ name, text }: UploadedRecording): Promise<ReplayAnswer> {
  try {
    const recording = await readAnyChunks(bytesOf(text), name);
    const pieces: string[] = [];
    let chars = 0;
    for (const piece of storyPieces(await recordingStory(name, recording))) {
      pieces.push(piece);
      chars += piece.length;
      if (chars > uploadStoryCharsMax) return { problem: sizeProblem(name) };
    }
    return { story: pieces.join('') };
  } catch (error) {
    if (error instanceof RecordingError) return { problem: error.message };
    throw error;
  }
}

function sizeProblem(name: string): string {
  return `${name} is too large to show here: what it shows has more than ${uploadStoryCharsMax / 1e6} M characters.`;
}

async function* bytesOf(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text);
}

answerQuestions(storyOf);
