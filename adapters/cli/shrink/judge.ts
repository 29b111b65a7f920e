// Who says whether a recording fails: a rule, or a command of the operator.

import { allRules, checkRecording } from '../../recording/check/check.ts';
import type { CandidateFile } from '../../shrink/candidates.ts';
import { noneNamedLike } from '../../wording.ts';
import type { CliHost } from '../support/cli-host.ts';
import { CliError } from '../support/errors.ts';
import { filePlace, ShellJudge } from './shell-judge.ts';

export interface JudgeFlags {
  readonly rule?: string;
  readonly run?: string;
  readonly timeout?: number;
}

export interface Judge {
  readonly fails: (candidate: CandidateFile) => Promise<boolean>;
  /** `<file> …` for a recording that fails, and for one that does not. */
  readonly failure: string;
  readonly notFailing: string;
  /** What the operator should know at the end. */
  readonly notes: () => readonly string[];
  readonly close: () => Promise<void>;
}

export type JudgingHost = CliHost & { readonly signal: AbortSignal };

const timeoutMsDefault = 60_000;
const ways = ['--rule', '--run'] as const;

/** Rejects with CliError unless the flags name one, and it is there. */
export async function judgeOf(flags: JudgeFlags, host: JudgingHost): Promise<Judge> {
  const { rule, run } = flags;
  const given = ways.filter((way) => flags[way.slice(2) as keyof JudgeFlags] !== undefined);
  if (given.length !== 1) {
    const problem = given.length === 0 ? 'Say what fails' : 'Set only one of them';
    throw new CliError(`${problem}: --rule <name> or --run <command>.`);
  }
  if (flags.timeout !== undefined && run === undefined) {
    throw new CliError('--timeout is for the command of --run.');
  }
  return rule === undefined ? byCommand(run ?? '', flags, host) : byRule(rule);
}

function byRule(name: string): Judge {
  const names = allRules.map((rule) => rule.name);
  if (!names.includes(name)) throw new CliError(noneNamedLike('rule', name, names));
  return {
    fails: ({ recording }) => Promise.resolve(!checkRecording(recording, [name]).isKept),
    failure: `breaks the rule ${name}`,
    notFailing: `does not break the rule ${name}`,
    notes: () => [],
    close: () => Promise.resolve(),
  };
}

function byCommand(command: string, { timeout }: JudgeFlags, host: JudgingHost): Judge {
  if (!command.includes(filePlace)) {
    throw new CliError(
      `The command of --run has no ${filePlace}, which stands for the recording: --run './test.sh ${filePlace}'.`,
    );
  }
  const { cwd, env, signal } = host;
  const timeoutMs = timeout ?? timeoutMsDefault;
  const judge = new ShellJudge({ command, timeoutMs, cwd, env, signal });
  return {
    fails: ({ file }) => judge.fails(file),
    failure: 'fails the command of --run',
    notFailing: 'does not fail the command of --run, which ends with 0 for it',
    notes: () =>
      judge.timeouts === 0
        ? []
        : [
            `For ${judge.timeouts} candidates the command did not end within ${timeoutMs / 1_000} s: they count as not failing.`,
          ],
    close: () => judge.close(),
  };
}
