// `npm run client-types`: regenerates the types of the typed client.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/documents/page.ts';
import { formattedClientTypes } from './formatted.ts';

writeFileSync(join(root, 'adapters/client/control-types.ts'), await formattedClientTypes());
