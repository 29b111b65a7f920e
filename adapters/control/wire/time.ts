// The printed form of instants.

import { z } from 'zod';

/** The printed form of an instant. */
export const printedInstant = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
  .meta({ format: 'date-time' });

export function printMs(atMs: number): string {
  return new Date(atMs).toISOString();
}
