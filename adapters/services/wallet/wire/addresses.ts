// The wire form of the question whether a text is an address.

import { z } from 'zod';
import { blockchain, text } from './fields.ts';

export const validateAddressBody = z.object({ address: text, blockchain });
