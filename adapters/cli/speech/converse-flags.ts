// The flags of `reprise converse`.

export interface ConverseFlags {
  readonly script?: string;
  readonly typed?: boolean;
  readonly wav?: readonly string[];
  readonly url?: string;
  readonly key?: string;
  readonly seed?: string;
  readonly output?: string;
  readonly explain?: boolean;
  readonly json?: boolean;
}
