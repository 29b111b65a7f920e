// The thread of the synthesiser.

import { speech } from '../../core/index.ts';
import { answerQuestions } from '../hosts/worker/answer-questions.ts';
import { fliteRate, loadFlite } from './flite.ts';
import { speakPiece, voiceRate, type PieceQuestion, type SpokenPiece } from './speak-piece.ts';

/** The samples of a whole text, for measuring. */
export interface PrintQuestion {
  readonly text: string;
  readonly voice: speech.Voice;
  readonly samples: Int16Array;
}

export type ThreadQuestion = PieceQuestion | PrintQuestion;
export type ThreadAnswer = SpokenPiece | speech.SoundPrint;

const flite = loadFlite();
speech.printSound(flite('slt', 'Ready.', 1), fliteRate, 'Ready.'); // warm-up: the first run is slow

answerQuestions(
  (question: ThreadQuestion): ThreadAnswer =>
    'piece' in question
      ? speakPiece(question, flite)
      : speech.printSound(question.samples, voiceRate(question.voice), question.text),
  (answer) =>
    'audio' in answer
      ? [answer.audio.buffer as ArrayBuffer, answer.samples.buffer as ArrayBuffer]
      : [],
);
