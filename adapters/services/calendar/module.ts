// The calendar's entry in the list of services.

import { calendar } from '../../../core/index.ts';
import type { Config } from '../../contracts/world-spec.ts';
import { publishedPassword } from '../../fingerprints.ts';
import { mergedSettings } from '../merged-settings.ts';
import type { FixtureSection, ServiceModule } from '../module.ts';
import { serviceRules } from '../service-rules.ts';
import { verdictOf } from './authorization.ts';
import {
  calendarConfigWith,
  calendarSettings,
  calendarSettingsIn,
  defaultSite,
  storedCalendarSettings,
} from './config.ts';
import { calendarRoutes } from './control/routes.ts';
import { calendarFacts } from './facts.ts';
import { calendarCommands, withFingerprints } from './fixture/commands.ts';
import { calendarSection, type CalendarSection } from './fixture/format.ts';
import { calendarIdIn } from './fixture/own-ids.ts';
import { shownCalendar } from './fixture/shown-section.ts';
import { calendarSecretNames } from './redaction.ts';
import { linksBelow } from './links.ts';
import { calendarIds } from './numeric-ids.ts';
import { calendarLives } from './lives.ts';
import { calendarLogin } from './login.ts';
import { calendarObserver } from './observations.ts';
import { apiDocument } from './openapi.ts';
import { ownedPaths } from './route-names.ts';
import { routes } from './routes.ts';
import { createCalendarService } from './service.ts';
import { CalendarStory } from './story.ts';

const fixture: FixtureSection<CalendarSection> = {
  schema: calendarSection,
  stored: withFingerprints,
  commands: (section, config) =>
    calendarCommands(section, calendarConfigWith(calendarSettingsIn(config)).site),
  shownIn: shownCalendar,
  idIn: calendarIdIn,
};

export const calendarModule: ServiceModule = {
  name: 'calendar',
  paths: { owned: ownedPaths },
  create: createCalendarService,
  settings: calendarSettings,
  initial: {},
  changed(before, change) {
    const settings = mergedSettings(calendarSettingsIn(before), calendarSettingsIn(change));
    return isSet(before) || isSet(change) ? { calendar: settings } : {};
  },
  stored: (config) =>
    isSet(config) ? { calendar: storedCalendarSettings(calendarSettingsIn(config)) } : {},
  shown(config) {
    const settings = calendarSettingsIn(config);
    return Object.keys(settings).length === 0 ? {} : { calendar: settings };
  },
  publishedCredentials: () => `Basic ${btoa(`admin:${publishedPassword}`)}`,
  login: calendarLogin,
  admits: ({ headers }, config) =>
    typeof verdictOf(headers['authorization'], calendarConfigWith(calendarSettingsIn(config))) ===
    'object',
  counts: ({ calendar: state }) => calendar.countsView(state),
  fixture,
  document: ({ baseUrl }) => apiDocument(routes, linksBelow(baseUrl), defaultSite),
  controlRoutes: calendarRoutes,
  secrets: calendarSecretNames,
  facts: calendarFacts,
  lives: calendarLives,
  story: () => new CalendarStory(),
  numericIds: calendarIds,
  rules: serviceRules(calendar.rules, calendarObserver),
};

function isSet(config: Config): boolean {
  return config['calendar'] !== undefined;
}
