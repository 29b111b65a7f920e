// The credentials that the users of a recorded calendar have at another one.

import { describe, expect, it } from 'vitest';
import { calendarLogin } from '../../../../adapters/services/calendar/login.ts';

const token = `~${'0123456789abcdef'.repeat(2)}`;

function basic(credentials: string): string {
  return `Basic ${Buffer.from(credentials).toString('base64')}`;
}

function sent(logins: readonly string[], user: string): string | undefined {
  return calendarLogin.authorization(logins.join('\n'), basic(`${user}:${token}`));
}

describe('the login of a calendar', () => {
  it('is that of the recorded user, of several', () => {
    const logins = ['ann:one', 'bob:two: with a colon', 'Zoë:drei'];
    expect(sent(logins, 'bob')).toBe(basic('bob:two: with a colon'));
    expect(sent(logins, 'ANN')).toBe(basic('ann:one'));
    expect(sent(logins, 'zoë')).toBe(basic('Zoë:drei'));
  });

  it('is not that of another one', () => {
    expect(sent(['ann:one', 'bob:two'], 'eve')).toBeUndefined();
    expect(sent(['ann:one', 'bob:two'], 'an')).toBeUndefined();
  });

  it('is that of everybody, if it is the only one', () => {
    expect(sent(['ann:one'], 'eve')).toBe(basic('ann:one'));
    expect(calendarLogin.authorization('ann:one', 'Basic ?')).toBe(basic('ann:one'));
  });

  it('names the recorded user', () => {
    expect(calendarLogin.userIn?.(basic(`zoë:${token}`))).toBe('zoë');
    expect(calendarLogin.userIn?.('Bearer x')).toBeUndefined();
    expect(calendarLogin.userIn?.(basic(token))).toBeUndefined();
  });
});
