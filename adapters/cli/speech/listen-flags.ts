// The flags of `reprise hear`.

export interface ListenFlags {
  readonly v2?: boolean;
  readonly script?: string;
  readonly encoding?: string;
  readonly sampleRate?: number;
  readonly channels?: number;
  readonly conn?: number;
  readonly query?: string;
  readonly json?: boolean;
  readonly interimResults?: boolean;
  readonly punctuate?: boolean;
  readonly smartFormat?: boolean;
  readonly diarize?: boolean;
  readonly multichannel?: boolean;
}
