// The list of routes of the speech service; its channels are no routes.

import { grantRoute } from './grant.ts';
import type { SpeechRoute } from './route-context.ts';

export const routes: readonly SpeechRoute[] = [grantRoute];
