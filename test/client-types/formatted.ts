// The types of the typed client, generated from the routes of the control plane and formatted as the stored file.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, type Options } from 'prettier';
import { describeRoutes } from '../../adapters/control/openapi.ts';
import { controlRoutes } from '../../adapters/control/routes.ts';
import { root } from '../support/documents/page.ts';
import { clientTypes } from './print.ts';

export function formattedClientTypes(): Promise<string> {
  const settings = JSON.parse(readFileSync(join(root, '.prettierrc.json'), 'utf8')) as Options;
  const document = describeRoutes(controlRoutes, { version: '', baseUrl: '' });
  return format(clientTypes(document), { ...settings, parser: 'typescript' });
}
