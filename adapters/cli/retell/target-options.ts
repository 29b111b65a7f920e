// The flags by which a session is performed again at the server of `--against`.

import { InvalidArgumentError, type Command } from 'commander';
import { duration } from '../support/flags.ts';

/** 32 bytes in hex. */
function entitySecret(text: string): string {
  if (/^[0-9a-f]{64}$/i.test(text)) return text;
  throw new InvalidArgumentError('It must have 64 hex digits.');
}

/** One a line. */
function calendarLogins(login: string, before: string | undefined): string {
  if (!/^[^:\n]+:[^\n]+$/.test(login)) throw new InvalidArgumentError('It must be user:password.');
  return before === undefined ? login : `${before}\n${login}`;
}

function speedFactor(text: string): number {
  const value = Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new InvalidArgumentError('It must be a number above 0, such as 4.');
}

/** Adds them to a verb that has `--against`. */
export function withTargetOptions(command: Command): Command {
  return command
    .option('--wallet-key <key>', 'API key of the wallet at --against, or REPRISE_WALLET_KEY')
    .option(
      '--entity-secret <hex>',
      'entity secret, which is encrypted for the wallet at --against, or REPRISE_ENTITY_SECRET',
      entitySecret,
    )
    .option(
      '--speech-key <key>',
      'API key of the speech service at --against, or REPRISE_SPEECH_KEY',
    )
    .option(
      '--calendar-login <user:password>',
      'user of the calendar at --against; of several users, repeated: each is sent for the recorded user of its name; or REPRISE_CALENDAR_LOGIN, one a line',
      calendarLogins,
    )
    .option(
      '--ignore <path>',
      'field of answers of --against that does not count, such as body.networkFee; may be repeated',
      (path: string, before: readonly string[] | undefined) => [...(before ?? []), path],
    )
    .option(
      '--wait <duration>',
      'how long to wait at most for a state, frame or webhook that was recorded (default: 60s)',
      duration,
    )
    .option(
      '--speed <factor>',
      'times as fast as recorded that frames are sent to --against (default: 1)',
      speedFactor,
    )
    .option('--ca <file>', 'certificate of an authority, as PEM, that --against trusts as well');
}
