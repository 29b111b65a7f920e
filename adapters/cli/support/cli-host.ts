// The process of the command line, as verbs see it.

/** The process and its environment; only the composition root reads them. */
export interface CliHost {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  /** Of Node, such as `20.20.2`. */
  readonly nodeVersion: string;
  readonly processId: number;
  readonly now: () => Date;
  readonly print: (line: string) => void;
  /** Writes bytes to standard output, in place of lines. */
  readonly write: (bytes: Uint8Array) => void;
  readonly printError: (line: string) => void;
  /** Replaces the progress line on a terminal; an empty text clears it. */
  readonly progress: (text: string) => void;
  /** Whether there is a terminal for it. */
  readonly showsProgress: boolean;
  readonly isRunning: (processId: number) => boolean;
  /** Whether standard output is a terminal, and its width. */
  readonly isTerminal: boolean;
  readonly columns: number | undefined;
  /** Aborted when standard output can no longer be written, because its reader is gone. */
  readonly outputEnded: AbortSignal;
  /** Opens a URL in the browser of the user. Resolves with false where there is no browser or no terminal, mostly without the URL. */
  readonly openInBrowser: (url: () => string) => Promise<boolean>;
  /** The bytes of standard input. */
  readonly input: () => AsyncIterable<Uint8Array>;
  /** Resolves with the name of the first signal to stop. */
  readonly stopped: () => Promise<string>;
}
