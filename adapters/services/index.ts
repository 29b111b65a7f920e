// The list of services. A new service is a folder beside this file and an entry here, after its domain in the core.

import { calendarModule } from './calendar/module.ts';
import type { ServiceModule } from './module.ts';
import { speechModule } from './speech/module.ts';
import { walletModule } from './wallet/module.ts';

export const services: readonly ServiceModule[] = [walletModule, calendarModule, speechModule];
