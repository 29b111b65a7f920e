// Decides whether a recording fails: by a rule, a command of the operator, or a live server that answers otherwise.

import { allRules, checkRecording } from '../../recording/check/check.ts';
import { RepriseError } from '../../client/index.ts';
import type { AnyRecording } from '../../recording/diff/proxy-exchanges.ts';
import { counted } from '../../recording/differences/text.ts';
import type { CandidateFile } from '../../shrink/candidates.ts';
import { FailureReader, isSameFailure, type FailureKinds } from '../../retell/failure-kinds.ts';
import { TestEndedError } from '../../shrink/shrink.ts';
import { noneNamedLike } from '../../wording.ts';
import { openLiveReplay, type LiveReplayFlags, type ServerReplay } from '../retell/live-replay.ts';
import type { CliHost } from '../support/cli-host.ts';
import { CliError } from '../support/errors.ts';
import { filePlace, CommandTest } from './command-test.ts';

export interface FailureFlags extends Omit<
  LiveReplayFlags,
  'output' | 'all' | 'update' | 'simulate'
> {
  readonly rule?: string;
  readonly run?: string;
  readonly timeout?: number;
}

export interface FailureTest {
  /** At a server, later recordings must fail as the first one. */
  readonly fails: (candidate: CandidateFile) => Promise<boolean>;
  /** `<file> …` for a recording that fails, and for one that does not. */
  readonly failure: string;
  readonly notFailing: string;
  /** Why a recording that did not fail may fail all the same; undefined if none may. */
  readonly doubt: () => string | undefined;
  readonly close: () => Promise<void>;
}

export type StoppableHost = CliHost & { readonly signal: AbortSignal };

const timeoutMsDefault = 60_000;
const ways = ['against', 'rule', 'run'] as const;
const flagsOfServers = [
  'walletKey',
  'entitySecret',
  'speechKey',
  'calendarLogin',
  'ignore',
  'wait',
  'speed',
  'ca',
] as const;

/** Rejects with CliError unless the flags name one, and it is there. */
export async function failureTestOf(
  flags: FailureFlags,
  host: StoppableHost,
): Promise<FailureTest> {
  const given = ways.filter((way) => flags[way] !== undefined);
  if (given.length !== 1) {
    const problem = given.length === 0 ? 'Say what fails' : 'Set only one of them';
    throw new CliError(`${problem}: --against <url>, --rule <name> or --run <command>.`);
  }
  const { against, rule, run } = flags;
  if (flags.timeout !== undefined && run === undefined) {
    throw new CliError('--timeout is for the command of --run.');
  }
  const ofServer = flagsOfServers.find((flag) => flags[flag] !== undefined);
  if (ofServer !== undefined && against === undefined) {
    const flag = ofServer.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    throw new CliError(`--${flag} is for the server of --against.`);
  }
  if (against !== undefined) return byServer(against, flags, host);
  return rule === undefined ? byCommand(run ?? '', flags, host) : byRule(rule);
}

async function byServer(
  url: string,
  flags: FailureFlags,
  host: StoppableHost,
): Promise<FailureTest> {
  const { signal, ...quiet } = { ...host, progress: () => undefined };
  const ofServer = Object.fromEntries(flagsOfServers.map((flag) => [flag, flags[flag]]));
  const reader = new FailureReader();
  let found: FailureKinds | undefined;
  const live = await openLiveReplay(url, ofServer, quiet, {
    signal,
    isInForks: true,
    isExplained: false,
    onRetold: (recorded, retold) => void (found = reader.kindsOf(recorded, retold, flags.ignore)),
  });
  /** Of the first recording, which is the whole one. */
  let whole: FailureKinds | undefined;
  const failsAlike = async (file: string, recording: AnyRecording): Promise<boolean> => {
    if (!(await differs(live, file, recording)) || found === undefined) return false;
    whole ??= found;
    return isSameFailure(whole, found, live.isRepeatable);
  };
  let running: Promise<unknown> = Promise.resolve();
  return {
    fails({ file, recording }) {
      const tested = failsAlike(file, recording);
      running = tested.catch(() => undefined);
      return tested;
    },
    failure: `is answered otherwise by ${url}`,
    notFailing: `is answered as recorded by ${url}`,
    doubt: () => undefined,
    async close() {
      await running;
      await live.close();
    },
  };
}

/** Whether a server answers otherwise. Rejects with TestEndedError if it can no longer be used. */
async function differs(
  live: ServerReplay,
  file: string,
  recording: AnyRecording,
): Promise<boolean> {
  try {
    const { result, message, compared } = await live.replay(file, recording);
    if (compared === undefined) throw new TestEndedError(message);
    if (result === 'different') await live.check(); // one that is gone answers nothing as recorded
    return result === 'different';
  } catch (error) {
    const isOfServer = error instanceof CliError || error instanceof RepriseError;
    throw isOfServer ? new TestEndedError(error.message) : error;
  }
}

function byRule(name: string): FailureTest {
  const names = allRules.map((rule) => rule.name);
  if (!names.includes(name)) throw new CliError(noneNamedLike('rule', name, names));
  return {
    fails: ({ recording }) => Promise.resolve(!checkRecording(recording, [name]).isKept),
    failure: `breaks the rule ${name}`,
    notFailing: `does not break the rule ${name}`,
    doubt: () => undefined,
    close: () => Promise.resolve(),
  };
}

function byCommand(command: string, { timeout }: FailureFlags, host: StoppableHost): FailureTest {
  if (!command.includes(filePlace)) {
    throw new CliError(
      `The command of --run has no ${filePlace}, which stands for the recording: --run './test.sh ${filePlace}'.`,
    );
  }
  const { cwd, env, signal } = host;
  const timeoutMs = timeout ?? timeoutMsDefault;
  const test = new CommandTest({ command, timeoutMs, cwd, env, signal });
  return {
    fails: ({ file }) => test.fails(file),
    failure: 'fails the command of --run',
    notFailing: 'does not fail the command of --run, which ends with 0 for it',
    doubt() {
      const late = counted(test.timeouts, 'candidate');
      return test.timeouts === 0
        ? undefined
        : `For ${late} the command did not end within ${timeoutMs / 1_000} s: give it more time with --timeout.`;
    },
    close: () => test.close(),
  };
}
