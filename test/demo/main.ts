// `npm run demo [-- --record <file>]`.

import { parseArgs } from 'node:util';
import { runDemo } from './demo.ts';

try {
  const { values } = parseArgs({ options: { record: { type: 'string' } } });
  const { record } = values;
  const print = (line: string) => console.log(line);
  const isEqual = await runDemo(print, record === undefined ? {} : { record });
  process.exitCode = isEqual ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
