// The calendar service as the other adapters see it.

import { calendar } from '../../../core/index.ts';
import type { Config } from '../../world-spec.ts';
import type { FixtureSection, ServiceModule } from '../module.ts';
import { verdictOf } from './authorization.ts';
import {
  calendarConfigWith,
  calendarSettings,
  calendarWishOf,
  storedCalendarWish,
} from './config.ts';
import { calendarRoutes } from './control/routes.ts';
import { calendarCommands, withFingerprints } from './fixture/commands.ts';
import { calendarSection, type CalendarSection } from './fixture/format.ts';
import { createCalendarService } from './service.ts';

const fixture: FixtureSection<CalendarSection> = {
  schema: calendarSection,
  stored: withFingerprints,
  commands: (section, config) =>
    calendarCommands(section, calendarConfigWith(calendarWishOf(config)).site),
};

export const calendarModule: ServiceModule = {
  name: 'calendar',
  create: createCalendarService,
  settings: calendarSettings,
  changed(before, change) {
    const wish = { ...calendarWishOf(before), ...calendarWishOf(change) };
    return isSet(before) || isSet(change) ? { calendar: wish } : {};
  },
  stored: (config) =>
    isSet(config) ? { calendar: storedCalendarWish(calendarWishOf(config)) } : {},
  shown(config) {
    const wish = calendarWishOf(config);
    return Object.keys(wish).length === 0 ? {} : { calendar: wish };
  },
  admits: ({ headers }, config) =>
    typeof verdictOf(headers['authorization'], calendarConfigWith(calendarWishOf(config))) ===
    'object',
  counts: ({ calendar: state }) => calendar.countsView(state),
  fixture,
  controlRoutes: calendarRoutes,
};

function isSet(config: Config): boolean {
  return config['calendar'] !== undefined;
}
