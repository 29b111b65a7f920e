// `npm run demo`.

import { runDemo } from './demo.ts';

const isEqual = await runDemo((line) => console.log(line));
process.exitCode = isEqual ? 0 : 1;
