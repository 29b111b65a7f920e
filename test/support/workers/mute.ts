// A worker in place of the synthesiser, with trouble by the text of a piece.

import { answerQuestions } from '../../../adapters/worker/answer-questions.ts';
import type { PieceQuestion } from '../../../adapters/voice/speak-piece.ts';

answerQuestions(({ piece }: PieceQuestion) => {
  const text = piece.map((part) => part.text).join('');
  if (text === 'die') process.exit(1); // of this thread
  while (text === 'hang');
  if (text === 'trap') throw new Error('memory access out of bounds');
  return new Uint8Array(text.length);
});
