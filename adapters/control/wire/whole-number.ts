// Whole numbers in queries of the control plane.

import { z } from 'zod';
import { positionText } from './events.ts';

/** Digits that say a number from `least` to `most`. */
export const whole = (least: number, most: number) =>
  z
    .string()
    .refine(
      (text) => positionText.test(text) && Number(text) >= least && Number(text) <= most,
      `must be an integer from ${least} to ${most}`,
    )
    .transform(Number);

/** The size of a page, at most and by default `most`. */
export const pageLimit = (most: number, description: string) =>
  whole(1, most)
    .default(most)
    .meta({ description, type: 'integer', minimum: 1, maximum: most, default: most });
