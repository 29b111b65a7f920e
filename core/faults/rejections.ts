// All rejections, in the order of their checks.

export const rejectionCodes = ['FAULT_ID_TAKEN', 'FAULTS_FULL', 'FAULT_UNKNOWN'] as const;

export type FaultsRejectionCode = (typeof rejectionCodes)[number];

export interface FaultsRejection {
  readonly code: FaultsRejectionCode;
}
