// The forms of the facts that requests of the speech service record (recordings/README.md, "Facts").

import { z } from 'zod';
import { unknownMembersFact } from '../unknown-members.ts';
import { verdicts } from './authorization.ts';

export const speechFacts: Readonly<Record<string, z.ZodType>> = {
  callback: z.boolean(),
  caller: z.enum(verdicts),
  endpoints: z.array(z.string()),
  model: z.boolean(),
  unknownMembers: unknownMembersFact,
};
