// `npm run profanity`: regenerates core/speech/text/profanity-data.ts.

import { writeFileSync } from 'node:fs';
import { installedList, profanityDataSource } from './generate.ts';

const file = new URL('../../core/speech/text/profanity-data.ts', import.meta.url);
writeFileSync(file, profanityDataSource(installedList()));
