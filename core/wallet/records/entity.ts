// The account that the service is for.

export interface Entity {
  readonly id: 'entity';
  readonly secretFingerprint: string;
}
