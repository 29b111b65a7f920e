// The members of lines that hold bodies, frames and headers.

import { z } from 'zod';
import { atMostOne, exactlyOne } from './line-schema.ts';

export const content = {
  text: z.string().exactOptional().meta({
    description: 'The body or frame, if it is text.',
  }),
  base64: z
    .base64()
    .exactOptional()
    .meta({ description: 'The body or frame, if it is binary or not UTF-8.' }),
};

/** A request may have no body; a frame has content, which may be empty. */
export const bodyRule = atMostOne('text', 'base64');
export const frameRule = exactlyOne('text', 'base64');

export const headers = z.record(z.string(), z.string()).meta({
  description: 'By name: in lower case in requests, as sent in answers.',
});
