// `npm run demo [-- --record <file>]`.

import { parseArgs } from 'node:util';
import { runDemo } from './demo.ts';

const { values } = parseArgs({ options: { record: { type: 'string' } } });
const { record } = values;
const isEqual = await runDemo((line) => console.log(line), record === undefined ? {} : { record });
process.exitCode = isEqual ? 0 : 1;
