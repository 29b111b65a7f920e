// How a verb ends when it cannot do what was asked: one sentence for the operator, and an exit code (design section 6).

export const exitCodes = { fine: 0, usage: 1, differs: 2, unreadable: 3, broken: 4 } as const;

/** What the operator is told; no stack. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly exitCode: number;

  constructor(message: string, exitCode: number = exitCodes.usage) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The server does not answer, or asks to come back later. */
export class DisconnectedError extends CliError {}
