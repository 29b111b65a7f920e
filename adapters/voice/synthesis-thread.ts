// The thread of the synthesiser.

import { answerQuestions } from '../worker/answer-questions.ts';
import { loadFlite } from './flite.ts';
import { speakPiece, type PieceQuestion } from './speak-piece.ts';

const flite = loadFlite();
flite('slt', 'Ready.', 1); // the first run takes long

answerQuestions(
  (question: PieceQuestion) => speakPiece(question, flite),
  (audio) => [audio.buffer as ArrayBuffer],
);
