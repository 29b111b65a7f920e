// Paths of pages for people, below that of the control plane, which leaves them to the site.

import { controlPrefix } from './control-route.ts';

export const studioPrefix = `${controlPrefix}/studio`;
export const docsPrefix = `${controlPrefix}/docs`;
