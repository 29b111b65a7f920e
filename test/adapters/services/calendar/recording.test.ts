// Recordings of a calendar with users: they contain no passwords and replay without them.

import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { storedPassword } from '../../../../adapters/fingerprints.ts';
import { expectEqual } from '../../../support/recording/recordings.ts';
import { calendarTest } from '../../../support/runner/calendar-test.ts';

const users = [
  { id: 1, login: 'admin', password: 'qwer asdf yxcv poiu', role: 'administrator' },
  { id: 7, login: 'ann', password: 'short', role: 'author' },
];
const settings = { mode: 'wordpress', users, zone: 'Europe/Vienna', perPage: 3 } as const;

const it = calendarTest({ defaults: { config: { calendar: settings } } });

function basic(login: string, password: string) {
  return { Authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` };
}

it('a recording replays equal and contains no passwords', async ({ server, calendar, record }) => {
  const event = { title: 'Fair', start_date: '2031-01-10 9am', end_date: '2031-01-10 11am' };
  const statuses: number[] = [];
  const post = async (headers: Record<string, string>) => {
    statuses.push((await calendar.send('POST', '/events', event, headers)).status);
  };
  const { file, stop } = await record(server);
  await post(basic('admin', 'qwerasdfyxcvpoiu'));
  await post(basic('ann', 'short'));
  await post(basic('ann', 'wrong'));
  await post(basic('nobody', 'at-all'));
  await post({ Authorization: '' });
  const later = [
    { id: 7, login: 'ann', password: 'longer than sixteen letters', role: 'subscriber' },
  ];
  const change = { calendar: { users: later, zone: 'UTC' } };
  const changed = await server.control('PATCH', '/worlds/default/config', change);
  const shown = later.map((user) => ({ ...user, password: storedPassword(user.password) }));
  expect(changed.body.config.calendar).toEqual({ ...settings, users: shown, zone: 'UTC' });
  await post(basic('ann', 'longer than sixteen letters'));
  await post(basic('admin', 'qwerasdfyxcvpoiu'));
  await stop();
  expect(statuses).toEqual([201, 201, 401, 401, 401, 403, 401]);
  const { entries } = await expectEqual(file);
  const callers = entries.flatMap((entry) =>
    entry.kind === 'http.request' ? [entry.facts?.['caller']] : [],
  );
  expect(callers).toEqual([
    { role: 'administrator', userId: 1 },
    { role: 'author', userId: 7 },
    'incorrect_password',
    'invalid_username',
    'anonymous',
    { role: 'subscriber', userId: 7 },
    'invalid_username',
  ]);
  const text = readFileSync(file, 'utf8');
  for (const password of [
    'qwer asdf yxcv poiu',
    'qwerasdfyxcvpoiu',
    'longer than sixteen letters',
  ]) {
    expect(text).not.toContain(password);
    expect(text).not.toContain(Buffer.from(`ann:${password}`).toString('base64').slice(8));
  }
  expect(text).not.toContain('"short"');
});

it('a recording contains the settings of the site without its users', async ({
  server,
  calendar,
  record,
}) => {
  const { file, stop } = await record(server);
  await calendar.send('GET', '', undefined, basic('ann', 'short'));
  await stop();
  const { entries } = await expectEqual(file);
  const [request] = entries.filter(({ kind }) => kind === 'http.request');
  expect(request).toMatchObject({
    facts: { site: { zone: 'Europe/Vienna', perPage: 3, perPageMax: 50, userIds: [1, 7] } },
  });
  const shown = await server.control('GET', '/worlds/default/state');
  expect(JSON.stringify(shown.body)).not.toContain('qwer asdf');
});
