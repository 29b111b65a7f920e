import { expect, it } from 'vitest';
import { annotationText, isAnnotated } from '../../../../adapters/cli/recording/annotations.ts';
import type { CliHost } from '../../../../adapters/cli/support/cli-host.ts';

const host = (env: Record<string, string>) => ({ cwd: '/checkout/app', env }) as unknown as CliHost;

it('escapes characters that would end a property or the line', () => {
  const annotation = { file: 'a,b.jsonl', line: 7, title: '1:2', message: '50 %\r\nmore: a, b' };
  expect(annotationText(annotation, host({}))).toBe(
    '::error file=a%2Cb.jsonl,line=7,title=1%3A2::50 %25%0D%0Amore: a, b',
  );
});

it('names files by their paths in the checkout', () => {
  const annotation = { file: 'a.jsonl', line: 1, title: 't', message: 'm' };
  expect(annotationText(annotation, host({ GITHUB_WORKSPACE: '/checkout' }))).toBe(
    '::error file=app/a.jsonl,line=1,title=t::m',
  );
});

it.each([
  [undefined, {}, false],
  [undefined, { GITHUB_ACTIONS: 'false' }, false],
  [undefined, { GITHUB_ACTIONS: 'true' }, true],
  [true, {}, true],
] as const)('with --github %s and %j is %s', (flag, env, expected) => {
  expect(isAnnotated(flag, host(env))).toBe(expected);
});
