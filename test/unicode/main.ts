// `npm run unicode`: writes core/kernel/unicode-data.ts anew.

import { writeFileSync } from 'node:fs';
import { unicodeDataSource } from './generate.ts';

const file = new URL('../../core/kernel/unicode-data.ts', import.meta.url);
writeFileSync(file, unicodeDataSource());
