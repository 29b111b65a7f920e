// The calendar service as the other adapters see it.

import { calendar } from '../../../core/index.ts';
import type { Config, ServiceModule } from '../module.ts';
import { verdictOf } from './authorization.ts';
import {
  calendarConfigWith,
  calendarSettings,
  calendarWishOf,
  storedCalendarWish,
} from './config.ts';
import { createCalendarService } from './service.ts';

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
};

function isSet(config: Config): boolean {
  return config['calendar'] !== undefined;
}
