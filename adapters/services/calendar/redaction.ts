// The names of the calendar's secrets (reference/calendar.md).

import type { SecretNames } from '../secret-names.ts';

export const calendarSecretNames: SecretNames = {
  fields: { applicationPassword: { kind: 'password' } },
  parameters: { _wpnonce: { kind: 'key' } },
  keyHeaders: ['x-wp-nonce'],
};
