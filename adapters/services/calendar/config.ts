// The settings of a world's calendar: who may write, how its site is set up, what of the service is switched on.

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
    `is 1 to ${limits.taxonomyCharsMax} small letters, digits, _ or -`,
  );

const user = z.strictObject({
  id: z.int().min(1).max(limits.calendarUserIdMax),
  login: z
    .string()
    .min(1)
    .max(limits.loginCharsMax)
    .regex(/^[^\s:][^:]*$/, 'begins with no blank and has no colon'),
  // One of blanks only is nobody's: it could not be told from a redacted one by its form.
  password: z.string().min(1).max(limits.applicationPasswordCharsMax),
  role: z.enum(calendar.roles),
});

export const calendarConfigSchema = z.strictObject({
  mode: z.enum(['open', 'wordpress']).exactOptional().meta({
    description:
      'Who may write: everybody, as an administrator (`open`, the default), or users with credentials (`wordpress`).',
  }),
  users: z
    .array(user)
    .min(1)
    .max(limits.calendarUsersMax)
    .refine((all) => hasNoTwins(all.map(({ id }) => id)), 'has an id twice')
    .refine(
      (all) => hasNoTwins(all.map(({ login }) => calendar.foldCase(login))),
      'has a login twice',
    )
    .exactOptional()
    .meta({
      description:
        'The users of the site, with their application passwords, which are stored and shown as fingerprints, `sha256.<hex>`. There is a user 1, an administrator, whether named or not.',
    }),
  zone: z
    .string()
    .max(limits.siteZoneCharsMax)
    .refine(
      (name) => calendar.zoneNamed(name) !== undefined,
      'is no zone such as Europe/Vienna or UTC+2',
    )
    .exactOptional()
    .meta({ description: 'The time zone of the site; `UTC` unless said.' }),
  perPage: perPage
    .exactOptional()
    .meta({ description: 'Items of a page where a client does not say; 10 unless said.' }),
  perPageMax: perPage.exactOptional().meta({
    description: 'The most items of a page, to which larger ones are cut; 50 unless said.',
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
        'How costs without a currency are shown (`symbol` `$` and `position` `prefix` unless said), and how prices are written (`decimalMark` `.`).',
    }),
  namespaces: z
    .array(z.string().regex(namespacePattern, 'is no namespace such as tribe/events/v1'))
    .max(limits.namespacesMax)
    .exactOptional()
    .meta({
      description:
        'Further names of the interface below `/wp-json`, besides `calendar/events/v1`; `tribe/events/v1` unless said.',
    }),
  extensions: z
    .strictObject({
      geolocation: z.boolean().exactOptional(),
      tickets: z.boolean().exactOptional(),
    })
    .exactOptional()
    .meta({
      description:
        'Whether the filters of the optional extensions have an effect; not unless said.',
    }),
  geolocationMiles: z.number().positive().max(limits.geolocationMilesMax).exactOptional().meta({
    description: 'How far from a given place venues are that are near it; 25 unless said.',
  }),
  updates: z.enum(['keep', 'reset']).exactOptional().meta({
    description:
      'What an update does to the fields of an event that it does not send: `keep` (the default), or `reset` as the original does.',
  }),
  corsCredentials: z.boolean().exactOptional().meta({
    description:
      'Whether pages of other origins may send cookies and stored credentials along, as the original lets them; `false` by default.',
  }),
  titles: z.enum(['plain', 'texturized']).exactOptional().meta({
    description:
      'How titles and names are sent: as they were given (`plain`, the default), or with typographic quotes and dashes as entities (`texturized`), as most sites send them.',
  }),
  taxonomies: z
    .strictObject({ category: taxonomy.exactOptional(), tag: taxonomy.exactOptional() })
    .exactOptional()
    .meta({
      description:
        'What the taxonomies are called in answers: `tribe_events_cat` and `post_tag` unless said.',
    }),
});

/** Members of a world's configuration. */
export const calendarSettings = {
  calendar: calendarConfigSchema
    .exactOptional()
    .meta({ description: 'The calendar service; what is not said of it stays as it is.' }),
} satisfies z.ZodRawShape;

const schema = z.object(calendarSettings);

/** Settings of a calendar; members that are left out keep their values, or have their defaults. */
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

/** Read once for each version of a world's settings. */
const configs = new WeakMap<Settings, CalendarConfig>();

export interface CalendarUser {
  readonly id: number;
  readonly login: string;
  /** In its stored form: a fingerprint, or plain in stores of earlier versions. */
  readonly password: string;
  readonly role: calendar.Role;
}

/** What anybody may know of the settings: all but the users' credentials. */
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

/** What decisions of the core depend on. */
export function siteFacts({ zone, userIds, updates }: CalendarSite): calendar.Site {
  return { zone, userIds, resetsOnUpdate: updates === 'reset' };
}

/** All settings of a calendar. */
export interface CalendarConfig {
  readonly mode: 'open' | 'wordpress';
  readonly users: readonly CalendarUser[];
  /** Whether pages of other origins may send cookies and stored credentials along. */
  readonly corsCredentials: boolean;
  readonly site: CalendarSite;
}

/** The administrator of a first run. */
const defaultUser: CalendarUser = {
  id: 1,
  login: 'admin',
  password: publishedPassword,
  role: 'administrator',
};

/** The settings with the defaults for what is not said (reference/calendar.md sections 1.5, 2 to 5). */
export function calendarConfigWith(settings: CalendarSettings): CalendarConfig {
  const { mode = 'open', users = [defaultUser], corsCredentials = false, ...site } = settings;
  const isUsual = Object.keys(site).length === 0 && users.every(({ id }) => id === 1);
  return { mode, users, corsCredentials, site: isUsual ? defaultSite : siteWith(settings) };
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

/** The site of a world whose settings say nothing about it; always this very one then. */
export const defaultSite: CalendarSite = siteWith({});

function hasNoTwins(all: readonly (number | string)[]): boolean {
  return new Set(all).size === all.length;
}
