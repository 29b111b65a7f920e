// The cost of work on audio, in decoded samples of one channel, about 70 ns each (Node 20). Bytes would be no measure: a few of them may
// be minutes of audio.

import { createTurnBudget } from '../../turn-budget.ts';

/** About 10 ms of work. */
export const turnCostMax = 150_000;

/** One budget for the thread, since all work on audio delays the same event loop. */
export const audioBudget = createTurnBudget(turnCostMax);

/** A sample that is predicted from many others. */
export const predictedSampleCost = 2;
/** A part of a container: a page, an element, a chunk. */
export const containerPartCost = 40;
/** Opening a decoder of Opus, 2 ms. */
export const opusDecoderCost = 30_000;
/** Measuring, recognising and storing 10 ms of one channel. */
export const hopCost = 300;
