// The HTTP routes of the speech service, without its channels.

import { grantRoute } from './grant.ts';
import type { SpeechRoute } from './route-context.ts';

export const routes: readonly SpeechRoute[] = [grantRoute];
