// Writes the expectations of PHP anew: `npm run dates`.

import { writeExpectations } from './expectations.ts';

writeExpectations();
