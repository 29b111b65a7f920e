// What work on audio costs: counted in samples of one channel that are decoded, of some 70 ns each (Node 20). Bytes say little: a few of
// them may stand for minutes.

import { createTurnBudget } from '../../turn-budget.ts';

/** Some 10 ms of work. */
export const turnCostMax = 150_000;

/** Of this thread, since all of its work on audio delays the same event loop. */
export const audioBudget = createTurnBudget(turnCostMax);

/** A sample of a prediction from many others. */
export const predictedSampleCost = 2;
/** A part of a container: a page, an element, a chunk. */
export const containerPartCost = 40;
/** A decoder of Opus, of 2 ms. */
export const opusDecoderCost = 30_000;
/** 10 ms of one channel, which are measured, heard and stored. */
export const hopCost = 300;
