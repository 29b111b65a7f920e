// Configuration of a world's calendar: users, site settings, optional extensions.

import { z } from 'zod';
import { calendar, type Settings, type World } from '../../../core/index.ts';
import { publishedPassword, storedPassword } from '../../fingerprints.ts';
import * as limits from '../../settings-limits.ts';

/** A namespace of the REST interface, such as `tribe/events/v1`. */
const segment = `[a-z0-9][a-z0-9_-]{0,${limits.namespaceSegmentCharsMax - 1}}`;
const namespacePattern = new RegExp(
  `^${segment}(?:/${segment}){0,${limits.namespaceSegmentsMax - 1}}$`,
);

const perPage = z.int().min(1).max(limits.pageItemsMax);
const taxonomy = z
  .string()
  .regex(
    new RegExp(`^[a-z0-9_-]{1,${limits.taxonomyCharsMax}}$`),
    `must be 1 to ${limits.taxonomyCharsMax} lower-case letters, digits, _ or -`,
  );

const user = z.strictObject({
  id: z.int().min(1).max(limits.calendarUserIdMax),
  login: z
    .string()
    .min(1)
    .max(limits.loginCharsMax)
    .regex(/^[^\s:][^:]*$/, 'must not begin with a space or contain a colon'),
  password: z.string().min(1).max(limits.applicationPasswordCharsMax),
  role: z.enum(calendar.roles),
});

export const calendarConfigSchema = z
  .strictObject({
    mode: z.enum(['open', 'wordpress']).exactOptional().meta({
      description:
        'Who may write: every caller, as an administrator (`open`, the default), or users with credentials (`wordpress`).',
    }),
    users: z
      .array(user)
      .min(1)
      .max(limits.calendarUsersMax)
      .refine((all) => areDistinct(all.map(({ id }) => id)), 'must not repeat an id')
      .refine(
        (all) => areDistinct(all.map(({ login }) => calendar.foldCase(login))),
        'must not repeat a login',
      )
      .exactOptional()
      .meta({
        description:
          'The users of the site with their application passwords, which are stored and shown as fingerprints, `sha256.<hex>`. User 1, an administrator, always exists.',
      }),
    zone: z
      .string()
      .max(limits.siteZoneCharsMax)
      .refine(
        (name) => calendar.zoneNamed(name) !== undefined,
        'must be a time zone such as Europe/Vienna or UTC+2',
      )
      .exactOptional()
      .meta({ description: 'The time zone of the site. Default: `UTC`.' }),
    perPage: perPage
      .exactOptional()
      .meta({ description: 'Items of a page if a request has no `per_page`. Default: 10.' }),
    perPageMax: perPage.exactOptional().meta({
      description: 'The most items of a page; a larger `per_page` is reduced to it. Default: 50.',
    }),
    currency: z
      .strictObject({
        symbol: z.string().min(1).max(limits.currencySymbolCharsMax).exactOptional(),
        position: z.enum(['prefix', 'postfix']).exactOptional(),
        decimalMark: z.enum(['.', ',']).exactOptional(),
      })
      .exactOptional()
      .meta({
        description:
          'The currency of costs without one (defaults: `symbol` `$`, `position` `prefix`), and the decimal mark of prices (`decimalMark`, default `.`).',
      }),
    namespaces: z
      .array(z.string().regex(namespacePattern, 'must be a namespace such as tribe/events/v1'))
      .max(limits.namespacesMax)
      .exactOptional()
      .meta({
        description:
          'Further namespaces of the API below `/wp-json`, besides `calendar/events/v1`. Default: `tribe/events/v1`.',
      }),
    extensions: z
      .strictObject({
        geolocation: z.boolean().exactOptional(),
        tickets: z.boolean().exactOptional(),
      })
      .exactOptional()
      .meta({
        description:
          'Whether the filters of the optional extensions have an effect. Default: `false`.',
      }),
    geolocationMiles: z.number().positive().max(limits.geolocationMilesMax).exactOptional().meta({
      description:
        'The radius of the filters `geoloc_lat` and `geoloc_lng`, in miles. Default: 25.',
    }),
    updates: z.enum(['keep', 'reset']).exactOptional().meta({
      description:
        'The effect of an update on fields that it omits: `keep` (the default), or `reset` as in the original.',
    }),
    corsCredentials: z.boolean().exactOptional().meta({
      description:
        'Whether pages of other origins may send cookies and stored credentials, as in the original. Default: `false`.',
    }),
    titles: z.enum(['plain', 'texturized']).exactOptional().meta({
      description:
        'The form of titles and names in responses: as they were sent (`plain`, the default), or with typographic quotes and dashes as entities (`texturized`), as on most sites.',
    }),
    taxonomies: z
      .strictObject({ category: taxonomy.exactOptional(), tag: taxonomy.exactOptional() })
      .exactOptional()
      .meta({
        description:
          'The names of the taxonomies in responses. Defaults: `tribe_events_cat` and `post_tag`.',
      }),
  })
  .meta({ id: 'CalendarSettings' });

/** Members of a world's configuration. */
export const calendarSettings = {
  calendar: calendarConfigSchema
    .exactOptional()
    .meta({ description: 'Settings of the calendar service. Omitted members keep their values.' }),
} satisfies z.ZodRawShape;

const schema = z.object(calendarSettings);

/** Settings of a calendar. Omitted members keep their values or defaults. */
export type CalendarSettings = z.infer<typeof calendarConfigSchema>;

/** The calendar's part of a configuration; empty where it has none. */
export function calendarSettingsIn(config: unknown): CalendarSettings {
  return schema.catch({}).parse(config).calendar ?? {};
}

/** The settings with fingerprints of the passwords, as worlds store them. */
export function storedCalendarSettings(settings: CalendarSettings): CalendarSettings {
  const { users } = settings;
  if (users === undefined) return settings;
  const stored = users.map((user) => ({ ...user, password: storedPassword(user.password) }));
  return { ...settings, users: stored };
}

/** The present settings of a world's calendar. */
export function calendarConfigOf(world: Pick<World, 'settings'>): CalendarConfig {
  const settings = world.settings();
  let config = configs.get(settings);
  if (config === undefined) {
    config = calendarConfigWith(calendarSettingsIn(settings.config));
    configs.set(settings, config);
  }
  return config;
}

/** Parsed once for each version of a world's settings. */
const configs = new WeakMap<Settings, CalendarConfig>();

export interface CalendarUser {
  readonly id: number;
  readonly login: string;
  /** In its stored form: a fingerprint, or plain in stores of earlier versions. */
  readonly password: string;
  readonly role: calendar.Role;
}

/** The settings that recordings may contain: all but the users' credentials. */
export type CalendarSite = {
  readonly zone: string;
  /** In ascending order. */
  readonly userIds: readonly number[];
  readonly perPage: number;
  readonly perPageMax: number;
  readonly currency: {
    readonly symbol: string;
    readonly position: 'prefix' | 'postfix';
    readonly decimalMark: '.' | ',';
  };
  readonly namespaces: readonly string[];
  readonly extensions: { readonly geolocation: boolean; readonly tickets: boolean };
  readonly geolocationMiles: number;
  readonly updates: 'keep' | 'reset';
  readonly taxonomies: { readonly category: string; readonly tag: string };
  /** Absent for `plain`. */
  readonly titles?: 'texturized';
};

/** The settings on which decisions of the core depend. */
export function siteFacts({ zone, userIds, updates }: CalendarSite): calendar.Site {
  return { zone, userIds, resetsOnUpdate: updates === 'reset' };
}

/** All settings of a calendar. */
export interface CalendarConfig {
  readonly mode: 'open' | 'wordpress';
  readonly users: readonly CalendarUser[];
  /** Whether pages of other origins may send cookies and stored credentials. */
  readonly corsCredentials: boolean;
  readonly site: CalendarSite;
}

/** The only user if none is configured. */
const defaultUser: CalendarUser = {
  id: 1,
  login: 'admin',
  password: publishedPassword,
  role: 'administrator',
};

/** The settings with defaults for omitted members (reference/calendar.md sections 1.5, 2 to 5). */
export function calendarConfigWith(settings: CalendarSettings): CalendarConfig {
  const { mode = 'open', users = [defaultUser], corsCredentials = false, ...site } = settings;
  const isDefault = Object.keys(site).length === 0 && users.every(({ id }) => id === 1);
  return { mode, users, corsCredentials, site: isDefault ? defaultSite : siteWith(settings) };
}

function siteWith(settings: CalendarSettings): CalendarSite {
  const { users = [], perPageMax = 50 } = settings;
  return {
    zone: settings.zone ?? 'UTC',
    userIds: [...new Set([1, ...users.map(({ id }) => id)])].sort((one, other) => one - other),
    perPage: Math.min(settings.perPage ?? 10, perPageMax),
    perPageMax,
    currency: { symbol: '$', position: 'prefix', decimalMark: '.', ...settings.currency },
    namespaces: settings.namespaces ?? ['tribe/events/v1'],
    extensions: { geolocation: false, tickets: false, ...settings.extensions },
    geolocationMiles: settings.geolocationMiles ?? 25,
    updates: settings.updates ?? 'keep',
    taxonomies: { category: 'tribe_events_cat', tag: 'post_tag', ...settings.taxonomies },
    ...(settings.titles === 'texturized' ? { titles: settings.titles } : {}),
  };
}

/** The site of every world without site settings. Exchange hooks recognise it by identity. */
export const defaultSite: CalendarSite = siteWith({});

function areDistinct(all: readonly (number | string)[]): boolean {
  return new Set(all).size === all.length;
}
