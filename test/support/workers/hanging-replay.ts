// A worker in place of that of uploaded recordings; the text of a recording makes it exit, hang or answer.

import { answerQuestions } from '../../../adapters/hosts/worker/answer-questions.ts';
import type { UploadedRecording } from '../../../adapters/contracts/replay-control.ts';
import type { ReplayAnswer } from '../../../adapters/studio/story/replay-thread.ts';

answerQuestions(({ name, text }: UploadedRecording): ReplayAnswer => {
  if (text === 'die') process.exit(1); // of this thread
  while (text === 'hang');
  return { story: name };
});
