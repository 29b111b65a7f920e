// Authentication by HTTP Basic with application passwords; on open sites every caller is an administrator
// (reference/calendar.md section 1.5). Cookies and other credentials are ignored.

import { calendar } from '../../../core/index.ts';
import type { CalendarConfig } from './config.ts';
import { isStoredPassword } from '../../fingerprints.ts';

/** Reasons to refuse credentials, by the codes of the original. */
export type LoginRefusal = 'invalid_username' | 'incorrect_password';

/** The outcome of authentication. */
export type CallerVerdict = calendar.Caller | LoginRefusal;

/** The caller of every request on an open site. */
export const openCaller: calendar.KnownCaller = { userId: 1, role: 'administrator' };

/** Authenticates an Authorization header. Bad credentials are refused on every route, even where none are needed. */
export function verdictOf(
  header: string | undefined,
  { mode, users }: Pick<CalendarConfig, 'mode' | 'users'>,
): CallerVerdict {
  if (mode === 'open') return openCaller;
  const credentials = basicCredentials(header);
  if (credentials === undefined) return 'anonymous';
  const { login, password } = credentials;
  const folded = calendar.foldCase(login);
  const user = users.find((one) => calendar.foldCase(one.login) === folded);
  if (user === undefined) return 'invalid_username';
  const isCorrect = isStoredPassword(user.password, password);
  return isCorrect ? { userId: user.id, role: user.role } : 'incorrect_password';
}

export function isRefused(verdict: CallerVerdict): verdict is LoginRefusal {
  return verdict === 'invalid_username' || verdict === 'incorrect_password';
}

function basicCredentials(header = '') {
  const encoded = /^Basic +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(header)?.[1];
  const [, login, password] =
    /^([^:]+):([^]*)$/.exec(Buffer.from(encoded ?? '', 'base64').toString('utf8')) ?? [];
  return login === undefined || password === undefined ? undefined : { login, password };
}
