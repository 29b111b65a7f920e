import { execFileSync } from 'node:child_process';
import { expect } from 'vitest';
import { shellTest } from '../../../support/runner/shell-test.ts';

const it = shellTest();
it('prints exports that a shell evaluates', async ({ shell }) => {
  const { ready } = await shell.serve(['--memory', '--wallet-key', "TEST_API_KEY:it's:mine"]);
  const { url, token } = ready;
  const out = await shell.lines('env');
  const script = `${out.join('\n')}\nprintf '%s\\n' "$REPRISE_WALLET_KEY" "$REPRISE_SPEECH_URL"`;
  expect(execFileSync('bash', ['-euc', script], { encoding: 'utf8' }).split('\n')).toEqual([
    "TEST_API_KEY:it's:mine",
    url.replace('http', 'ws'),
    '',
  ]);
  expect(await shell.json('env')).toEqual({
    REPRISE_URL: url,
    REPRISE_TOKEN: token,
    REPRISE_WORLD: 'default',
    REPRISE_WALLET_URL: url,
    REPRISE_WALLET_KEY: "TEST_API_KEY:it's:mine",
    REPRISE_CALENDAR_URL: `${url}/calendar/events/v1`,
    REPRISE_SPEECH_URL: url.replace('http', 'ws'),
    REPRISE_SPEECH_KEY: 'reprise-demo',
  });
  expect(await shell.lines('env', '--format', 'dotenv')).toContain(`REPRISE_URL=${url}`);
  expect(await shell.lines('env', '--format', 'fish')).toContain(
    String.raw`set -gx REPRISE_WALLET_KEY 'TEST_API_KEY:it\'s:mine'`,
  );
});

it('prints the exports of another world, with comments for its unknown keys', async ({ shell }) => {
  const { ready } = await shell.serve(['--memory']);
  const keys = ['--wallet-key', 'TEST_API_KEY:a:b', '--speech-key', 'secret'];
  await shell.run(['worlds', 'create', 'alice', ...keys]);
  const { out } = await shell.run(['env', '--world', 'alice']);
  expect(out).toContain(`export REPRISE_WALLET_URL='${ready.url}/w/alice'`);
  expect(out).toContain(
    '# REPRISE_WALLET_KEY is unknown: the world has only fingerprints of its keys',
  );
  expect(out.some((line) => line.startsWith('# REPRISE_SPEECH_KEY'))).toBe(true);
});
