// A worker in place of the synthesiser; the text of a piece makes it exit, hang or throw.

import { answerQuestions } from '../../../adapters/hosts/worker/answer-questions.ts';
import type { ThreadAnswer, ThreadQuestion } from '../../../adapters/voice/synthesis-thread.ts';

answerQuestions((question: ThreadQuestion): ThreadAnswer => {
  if (!('piece' in question))
    return { words: [], fingerprints: '', mask: '', voiceStart: 0, voiceEnd: 0 };
  const { piece } = question;
  const text = piece.map((part) => part.text).join('');
  if (text === 'die') process.exit(1); // of this thread
  while (text === 'hang');
  if (text === 'trap') throw new Error('memory access out of bounds');
  return { audio: new Uint8Array(text.length), samples: new Int16Array(text.length) };
});
