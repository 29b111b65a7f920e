// The error of a HAR that cannot be imported: one sentence that says what to do.

export class HarError extends Error {
  override readonly name = 'HarError';
  /** Whether the file itself is at fault, not how it is imported. */
  readonly isOfFile: boolean;

  constructor(message: string, isOfFile = true) {
    super(message);
    this.isOfFile = isOfFile;
  }
}
