// `npm run unicode`: regenerates core/kernel/unicode-data.ts.

import { writeFileSync } from 'node:fs';
import { unicodeDataSource } from './generate.ts';

const file = new URL('../../core/kernel/unicode-data.ts', import.meta.url);
writeFileSync(file, unicodeDataSource());
