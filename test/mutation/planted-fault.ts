// A fault that is planted in a source file while its tests run.

/** The environment variable that has the fault, as JSON. */
export const plantedVariable = 'PLANTED_FAULT';

export interface Fault {
  readonly file: string;
  /** Occurs once in the file. */
  readonly from: string;
  readonly to: string;
}
