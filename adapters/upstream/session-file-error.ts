// The error of a recording or HAR that cannot be used as asked for: one sentence for the operator.

/** What is at fault: the file itself, how it is to be used, or that it was cut without --allow-cut. */
export type SessionFileFault = 'file' | 'use' | 'cut';

export class SessionFileError extends Error {
  override readonly name = 'SessionFileError';
  readonly fault: SessionFileFault;

  constructor(message: string, fault: SessionFileFault = 'file') {
    super(message);
    this.fault = fault;
  }
}
