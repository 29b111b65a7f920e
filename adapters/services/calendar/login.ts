// How the clients of a calendar are let in by another server: each user by its own password.

import { calendar } from '../../../core/index.ts';
import type { ClientLogin } from '../../contracts/client-login.ts';

export const calendarLogin: ClientLogin = {
  key: 'calendarLogin',
  flag: '--calendar-login',
  authorization(logins, recorded) {
    const login = loginFor(logins.split('\n'), recordedUser(recorded));
    return login === undefined ? undefined : `Basic ${Buffer.from(login).toString('base64')}`;
  },
  userIn: recordedUser,
};

/** That of the same user. The only login is that of every user: another site has others. */
function loginFor(logins: readonly string[], user: string | undefined): string | undefined {
  const own = logins.find((login) => userOf(login) === foldedUser(user));
  return own ?? (logins.length === 1 ? logins[0] : undefined);
}

/** Passwords are replaced in recordings, and users are not. */
function recordedUser(authorization: string): string | undefined {
  const [, encoded = ''] = /^basic +(\S+)/i.exec(authorization) ?? [];
  return /^([^:]+):/.exec(Buffer.from(encoded, 'base64').toString())?.[1];
}

function userOf(login: string): string | undefined {
  return foldedUser(login.split(':', 1)[0]);
}

function foldedUser(user: string | undefined): string | undefined {
  return user === undefined ? undefined : calendar.foldCase(user);
}
