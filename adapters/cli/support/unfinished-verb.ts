// The message for a verb that ends before it is done, which is a defect of Reprise. The process would otherwise end silently.

const plea = 'this is a bug of Reprise, please report it';

/** Nothing is left to wait for, such as a connection or a timer. */
export function abandonedLine(args: readonly string[]): string {
  return `${verbIn(args)} ended before it was done; ${plea}.`;
}

/** An error was not caught: its stack follows. */
export function uncaughtLines(args: readonly string[], error: unknown): readonly string[] {
  const isError = error instanceof Error;
  const message = isError ? error.message : String(error);
  const stack = isError
    ? (error.stack ?? '').split('\n').filter((line) => /^ +at /.test(line))
    : [];
  return [
    `${verbIn(args)} ended before it was done (${message.replaceAll(/\s+/g, ' ')}); ${plea}.`,
    ...stack,
  ];
}

/** Without a verb, the program serves. */
function verbIn([first = '-']: readonly string[]): string {
  return first.startsWith('-') ? 'reprise serve' : `reprise ${first}`;
}
