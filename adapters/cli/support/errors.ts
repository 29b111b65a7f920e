// Exit codes, and errors of verbs: one sentence for the operator (design section 6).

export const exitCodes = { fine: 0, usage: 1, differs: 2, unreadable: 3, broken: 4 } as const;

/** Printed without a stack. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly exitCode: number;

  constructor(message: string, exitCode: number = exitCodes.usage) {
    super(message);
    this.exitCode = exitCode;
  }
}
