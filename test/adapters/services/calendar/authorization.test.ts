import { describe, expect, it } from 'vitest';
import { calendarConfigSchema } from '../../../../adapters/services/calendar/config.ts';
import { storedPassword } from '../../../../adapters/fingerprints.ts';
import { verdictOf } from '../../../../adapters/services/calendar/authorization.ts';

const users = [
  { id: 1, login: 'admin', password: 'abcd efgh ijkl', role: 'administrator' },
  { id: 3, login: 'blank', password: ' ', role: 'author' },
  { id: 7, login: 'Ann', password: 'päss:wörd', role: 'author' },
] as const;

function basic(text: string): string {
  return `Basic ${Buffer.from(text).toString('base64')}`;
}

const storedUsers = users.map((user) => ({ ...user, password: storedPassword(user.password) }));

describe.each([
  ['passwords of an earlier version', users],
  ['fingerprints of passwords', storedUsers],
])('a calendar with users and %s', (_stored, all) => {
  const verdict = (header?: string) => verdictOf(header, { mode: 'wordpress', users: all });

  it.each([
    [basic('admin:abcd efgh ijkl'), { userId: 1, role: 'administrator' }],
    [basic('admin:abcdefghijkl'), { userId: 1, role: 'administrator' }],
    [basic('ann:päss:wörd'), { userId: 7, role: 'author' }],
    [basic('ANN:päss:wörd').replace('Basic', 'BASIC'), { userId: 7, role: 'author' }],
    [basic('ann:wrong'), 'incorrect_password'],
    [basic(`ann:${storedPassword('päss:wörd')}`), 'incorrect_password'],
    [basic('ann:'), 'incorrect_password'],
    [basic('blank:'), 'incorrect_password'],
    [basic('blank: '), 'incorrect_password'],
    [basic('nobody:wrong'), 'invalid_username'],
    [basic('without a colon'), 'anonymous'],
    [basic(':password'), 'anonymous'],
    ['Basic', 'anonymous'],
    ['Basic ###', 'anonymous'],
    ['Bearer token', 'anonymous'],
    [undefined, 'anonymous'],
  ])('authenticates %s as %j', (header, expected) => expect(verdict(header)).toEqual(expected));
});

it('logins match in any case, by the packaged Unicode tables', () => {
  const straße = { id: 9, login: 'Straße', password: 'secret', role: 'editor' } as const;
  const mode = 'wordpress';
  expect(verdictOf(basic('STRASSE:secret'), { mode, users: [straße] })).toMatchObject({
    userId: 9,
  });
  const twins = { users: [straße, { ...straße, id: 10, login: 'strasse' }] };
  expect(calendarConfigSchema.safeParse(twins).success).toBe(false);
});

it('every caller of an open calendar is its administrator', () => {
  const anybody = { userId: 1, role: 'administrator' };
  expect(verdictOf(undefined, { mode: 'open', users })).toEqual(anybody);
  expect(verdictOf(basic('ann:wrong'), { mode: 'open', users })).toEqual(anybody);
});
