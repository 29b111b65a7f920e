// The settings of a world's calendar at a moment: zone, currency, users. Read as they are: a recording may be edited.

import { calendar, type JournalEntry, type Json } from '../../../../../core/index.ts';

export interface SiteUser {
  readonly id: number;
  readonly login: string;
  readonly role: calendar.Role;
}

export interface SiteSettings {
  /** In `open` every caller is an administrator. */
  readonly mode: 'open' | 'wordpress';
  readonly zone: calendar.Zone;
  readonly users: readonly SiteUser[];
  readonly site: calendar.EventListSite;
}

type JsonMembers = Readonly<Record<string, unknown>>;

/** The only user if none is configured. */
const defaultUser: SiteUser = { id: 1, login: 'admin', role: 'administrator' };

/** The configuration after so many inputs. */
export function configAfter(initial: Json, entries: readonly JournalEntry[], inputs: number): Json {
  for (let index = Math.min(inputs, entries.length) - 1; index >= 0; index -= 1) {
    const input = entries[index]?.input;
    if (input?.kind === 'config') return input.settings.config;
  }
  return initial;
}

export function siteSettings(config: Json): SiteSettings {
  const settings = membersOf(membersOf(config)['calendar']);
  const currency = membersOf(settings['currency']);
  const extensions = membersOf(settings['extensions']);
  const zoneName = textOf(settings['zone']) ?? 'UTC';
  const zone = calendar.zoneNamed(zoneName) ?? utcZone();
  const miles = settings['geolocationMiles'];
  return {
    mode: settings['mode'] === 'wordpress' ? 'wordpress' : 'open',
    zone,
    users: usersIn(settings['users']),
    site: {
      zone: zone.name,
      cost: {
        currencySymbol: textOf(currency['symbol']) ?? '$',
        currencyPosition: currency['position'] === 'postfix' ? 'postfix' : 'prefix',
        decimalMark: currency['decimalMark'] === ',' ? ',' : '.',
      },
      hasGeolocation: extensions['geolocation'] === true,
      hasTickets: extensions['tickets'] === true,
      nearMiles: typeof miles === 'number' ? miles : 25,
    },
  };
}

function usersIn(users: unknown): readonly SiteUser[] {
  if (!Array.isArray(users)) return [defaultUser];
  const found = users.flatMap((user: unknown) => {
    const { id, login, role: given } = membersOf(user);
    const role = calendar.roles.find((known) => known === given);
    return typeof id === 'number' && typeof login === 'string' && role !== undefined
      ? [{ id, login, role }]
      : [];
  });
  return found.length === 0 ? [defaultUser] : found;
}

function utcZone(): calendar.Zone {
  const zone = calendar.zoneNamed('UTC');
  if (zone === undefined) throw new Error('UTC is a zone.');
  return zone;
}

function membersOf(value: unknown): JsonMembers {
  return typeof value === 'object' && value !== null ? (value as JsonMembers) : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
